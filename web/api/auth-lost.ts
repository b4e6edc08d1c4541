/** Whose sign-in the server no longer accepts: the visitor's session, or the admin's token. */
export type LostAuth = "session" | "admin";

const listeners = new Set<(lost: LostAuth) => void>();

export function onAuthLost(listener: (lost: LostAuth) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellAuthLost(lost: LostAuth): void {
  for (const listener of listeners) listener(lost);
}
