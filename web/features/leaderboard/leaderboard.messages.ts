/** The specification's wording about the leaderboard. */
export const leaderboardMessages = {
  loadFailed: "Failed to fetch leaderboard",
  unavailable: "Leaderboard Unavailable",
  empty: { users: "No User Rankings Yet", posts: "No Posts Yet" },
} as const;
