/** The specification's wording about feedback. */
export const feedbackMessages = {
  submitted: {
    title: "Feedback submitted!",
    description: "Thank you for your feedback. We'll review it soon.",
  },
  submitFailed: { title: "Failed to submit feedback. Please try again." },
  updated: {
    title: "Feedback updated",
    description: "Feedback status has been updated successfully.",
  },
  updateFailed: { title: "Failed to update feedback status." },
  deleted: {
    title: "Feedback deleted",
    description: "Feedback has been deleted successfully.",
  },
  deleteFailed: { title: "Failed to delete feedback." },
} as const;
