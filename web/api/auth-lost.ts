/**
 * `session` and `admin`: the server no longer accepts that sign-in. `none`: a signed-out visitor asks for the login.
 */
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
