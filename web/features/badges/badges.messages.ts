/** The specification's wording about badges. */
export const badgesMessages = {
  loadFailed: "Failed to load badges",
  fetchFailed: "Failed to fetch badges",
  refreshFailed: "Failed to refresh badges",
  httpError: (status: number) => `HTTP error! status: ${status}`,
} as const;
