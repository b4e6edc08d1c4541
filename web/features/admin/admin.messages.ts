export const adminMessages = {
  loggedOut: { title: "Logged Out", description: "Admin session ended" },
  loginFailed: { title: "Login Failed", sentence: "Login failed. Please try again." },
  ended: "The admin session has ended. Log in again to go on.",
} as const;
