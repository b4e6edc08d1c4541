import type { TargetType } from "#schema/api/hearts.ts";

/** The specification's words about votes. */
export const heartMessages = {
  authentication: {
    title: "Authentication Required",
    user: "Please log in to vote for users.",
    post: "Please log in to vote for posts.",
  },
  added: {
    title: "Vote Added",
    user: "Successfully voted for user!",
    post: "Successfully voted for post!",
  },
  removed: { title: "Vote Removed" },
  /** The sentences are for a failure about which the server says nothing. */
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
  statusFailed: {
    user: "Failed to check user vote status",
    post: "Failed to check post vote status",
  },
} as const satisfies Record<string, { title?: string } & Partial<Record<TargetType, string>>>;
