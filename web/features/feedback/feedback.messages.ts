/** The specification's words about feedback. */
export const feedbackMessages = {
  submitted: {
    title: "Feedback submitted!",
    description: "Thank you for your feedback. We'll review it soon.",
  },
  submitFailed: "Failed to submit feedback. Please try again.",
  updated: {
    title: "Feedback updated",
    description: "Feedback status has been updated successfully.",
  },
  updateFailed: "Failed to update feedback status.",
  deleted: {
    title: "Feedback deleted",
    description: "Feedback has been deleted successfully.",
  },
  deleteFailed: "Failed to delete feedback.",
} as const;
