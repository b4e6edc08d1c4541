/** The specification's wording about preferences, loaded with the account page. */
export const preferencesMessages = {
  authentication: {
    title: "Authentication Required",
    save: "Please log in to save preferences.",
    reset: "Please log in to reset preferences.",
  },
  updateFailed: {
    title: "Error Updating Preferences",
    sentence: "Failed to update user preferences",
  },
  updated: {
    title: "Preferences Updated",
    description: "Your preferences have been saved successfully.",
  },
  resetFailed: {
    title: "Error Resetting Preferences",
    sentence: "Failed to reset user preferences",
  },
  reset: {
    title: "Preferences Reset",
    description: "Your preferences have been reset to defaults.",
  },
} as const;
