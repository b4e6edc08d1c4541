export const accountMessages = {
  passwordChanged: "Password changed",
  passwordFailed: {
    title: "Password Not Changed",
    sentence: "The password could not be changed. Please try again.",
  },
  exportFailed: { title: "Export Failed", sentence: "Your data could not be fetched." },
  deleted: {
    title: "Account deleted",
    description: "Your account, hearts, feedback and preferences are gone.",
  },
  deleting: {
    title: "The account is being deleted",
    description: "This was sent already and cannot be taken back.",
  },
  deleteFailed: {
    title: "Account Not Deleted",
    sentence: "The account could not be deleted. Please try again.",
  },
} as const;
