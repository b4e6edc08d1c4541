export const accountMessages = {
  passwordChanged: "Password changed",
  passwordFailed: {
    title: "Password Not Changed",
    sentence: "The password could not be changed. Please try again.",
  },
  passwordUnconfirmed: {
    title: "Password Change Not Confirmed",
    sentence:
      "No answer came. If the next try refuses your current password or opens the login, the new one may be in use.",
  },
  exportFailed: {
    title: "Export Failed",
    sentence: "Your data could not be fetched. Please try again.",
  },
  deleted: {
    title: "Account deleted",
    description:
      "Your hearts, feedback and preferences are gone within half an hour at the latest.",
  },
  deleting: {
    title: "The account is being deleted",
    description: "This was sent already and cannot be taken back.",
  },
  deletedUnseen: {
    title: "Account most likely deleted",
    description:
      "The first answer was lost, and your session has ended since. If you can still log in, delete the account again.",
  },
  deleteUnconfirmed: {
    title: "Deletion Not Confirmed",
    sentence: "No answer came, so the account may be deleted already. Try again to be sure.",
  },
  deleteFailed: {
    title: "Account Not Deleted",
    sentence: "The account could not be deleted. Please try again.",
  },
} as const;
