export const adminMessages = {
  loggedOut: { title: "Logged Out", description: "Admin session ended" },
  logoutUnconfirmed: {
    title: "Logout not confirmed",
    description:
      "This browser has dropped the session, but a copy of its token may work for up to eight hours.",
    tone: "destructive",
  },
  loginFailed: { title: "Login Failed", sentence: "Login failed. Please try again." },
  ended: "The admin session has ended. Log in again to go on.",
} as const;
