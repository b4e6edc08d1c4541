/** The key in sessionStorage of a history entry's scroll position. */
export const scrollKey = (entry: string): string => `scroll:${entry}`;
