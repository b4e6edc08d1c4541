/** The specification's wording about login and sign-up. */
export const authMessages = {
  loginFailed: { title: "Login Failed", sentence: "Login failed. Please try again." },
  signupFailed: { title: "Signup Failed", sentence: "Signup failed. Please try again." },
  /** The specification has no other title for a failed sign-up. */
  signupUnconfirmed: {
    title: "Signup Failed",
    sentence: "It is not known whether the account was made. Try to log in, or sign up again.",
  },
  loggedIn: "Welcome back!",
  signedUp: "Account created!",
  loggedOut: "Logged out",
  logoutFailed: { title: "Logout Failed", sentence: "You are still logged in. Please try again." },
  logoutUnconfirmed: {
    title: "Logout Not Confirmed",
    sentence: "No answer came, so you may still be logged in. Please try again.",
  },
  comingSoon: "Coming Soon",
} as const;
