/** The sign-in that the server no longer accepts: the visitor's session, or the admin's token; or none, and one is wanted. */
export type LostAuth = "session" | "admin" | "none";

const listeners = new Set<(lost: LostAuth) => void>();

export function onAuthLost(listener: (lost: LostAuth) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function reportAuthLost(lost: LostAuth): void {
  for (const listener of listeners) listener(lost);
}
