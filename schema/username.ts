/** What Reddit allows. Anything else is nobody, and nobody is asked about. */
export const REDDIT_NAME = /^[A-Za-z0-9_-]{3,20}$/;

/** What somebody types or pastes is a name with or without u/ in front: "u/Name", "/U/name ", " name". */
export function cleanUsername(typed: string): string {
  return typed
    .trim()
    .replace(/^\/?u\//i, "")
    .trim();
}
