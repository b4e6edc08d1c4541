export const adminMessages = {
  loggedOut: { title: "Logged Out", description: "Admin session ended" },
  logoutUnconfirmed: {
    title: "Logout Not Confirmed",
    description:
      "This browser has dropped the token, but the server may accept a copy of it until it expires.",
    tone: "destructive",
  },
  loginFailed: { title: "Login Failed", sentence: "Login failed. Please try again." },
  ended: "The admin session has ended. Log in again to go on.",
} as const;
