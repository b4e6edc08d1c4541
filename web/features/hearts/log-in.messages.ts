/** The specification's wording for signed-out visitors, and the labels of the toasts' buttons. */
export const logInMessages = {
  authentication: {
    title: "Authentication Required",
    user: "Please log in to vote for users.",
    post: "Please log in to vote for posts.",
  },
  follow: { label: "Follow on this device" },
  logIn: { label: "Log in" },
} as const;
