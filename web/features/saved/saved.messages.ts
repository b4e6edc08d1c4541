/** The specification's wording about the saved lists. */
export const savedMessages = {
  loadFailed: { users: "Error Loading Saved Users", posts: "Error Loading Saved Posts" },
  inlineFailed: { users: "Error loading saved users", posts: "Error loading saved posts" },
  empty: { users: "No Saved Users Yet", posts: "No Saved Posts Yet" },
} as const;
