/** The specification's wording about votes. */
export const heartMessages = {
  added: {
    title: "Vote Added",
    user: "Successfully voted for user!",
    post: "Successfully voted for post!",
  },
  removed: { title: "Vote Removed" },
  /** The sentences are shown if the server's answer has none. */
  addFailed: {
    title: "Vote Failed",
    user: "Failed to vote for user",
    post: "Failed to vote for post",
  },
  removeFailed: {
    title: "Remove Vote Failed",
    user: "Failed to remove vote for user",
    post: "Failed to remove vote for post",
  },
  signedOut: {
    title: "Authentication Required",
    user: "Please log in to vote for users.",
    post: "Please log in to vote for posts.",
  },
  followHere: { label: "Follow on this device" },
  logIn: { label: "Log in" },
  /** For a target that was removed at request. */
  targetRemoved: { title: "Removed at request", description: "It can no longer be hearted." },
} as const;
