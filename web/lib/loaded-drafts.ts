/** The stored drafts of loaded forms, whose words are in memory too. A module of its own: every page loads it. */
export const loadedDrafts = new Set<{ claim: (account: string) => void; clear: () => void }>();
