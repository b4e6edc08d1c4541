/** The names that Reddit allows. Other names are "not found" without a call to the source. */
export const REDDIT_NAME = /^[A-Za-z0-9_-]{3,20}$/;

/** In code points. A longer name is not searched for: the API refuses it. */
export const MAX_SEARCHED_LENGTH = 50;

/** Whether the API takes the name, which may still be none of Reddit's. */
export const isSearchable = (username: string): boolean =>
  username !== "" && [...username].length <= MAX_SEARCHED_LENGTH;

/** Accepts a typed or pasted name with or without u/ in front: "u/Name", "/U/name ", " name". */
export function cleanUsername(typed: string): string {
  return typed
    .trim()
    .replace(/^\/?u\//i, "")
    .trim();
}
