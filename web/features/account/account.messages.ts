const NEW_MAY_BE_IN_USE =
  "If the next try refuses your current password or opens the login, the new one may be in use.";

export const accountMessages = {
  passwordChanged: { title: "Password changed" },
  passwordChangedUnseen: {
    title: "Password most likely changed",
    description:
      "The first answer was lost, and your session has ended since. Log in with the new password of your first try, or with the old one if that is refused.",
  },
  passwordFailed: {
    title: "Password Not Changed",
    sentence: "The password could not be changed. Please try again.",
  },
  passwordUnconfirmed: {
    title: "Password Change Not Confirmed",
    sentence: `No answer came. ${NEW_MAY_BE_IN_USE}`,
    /** Follows the server's sentence. */
    warning: NEW_MAY_BE_IN_USE,
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
