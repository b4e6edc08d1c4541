/** What somebody types or pastes is a name with or without u/ in front: "u/Name", "/U/name ", " name". */
export function cleanUsername(typed: string): string {
  return typed
    .trim()
    .replace(/^\/?u\//i, "")
    .trim();
}
