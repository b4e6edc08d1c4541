/** The names Reddit allows. Any other name is not found, without a call to the source. */
export const REDDIT_NAME = /^[A-Za-z0-9_-]{3,20}$/;

/** Accepts a typed or pasted name with or without u/ in front: "u/Name", "/U/name ", " name". */
export function cleanUsername(typed: string): string {
  return typed
    .trim()
    .replace(/^\/?u\//i, "")
    .trim();
}
