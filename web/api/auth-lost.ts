/** The sign-in that the server no longer accepts: the visitor's session, or the admin's token; or none, and one is wanted. */
export type LostAuth = "session" | "admin" | "none";

const KINDS: LostAuth[] = ["session", "admin", "none"];

const events = new EventTarget();

export function onAuthLost(listener: (lost: LostAuth) => void): () => void {
  const onEvent = ({ type }: Event) => listener(type as LostAuth);
  for (const lost of KINDS) events.addEventListener(lost, onEvent);
  return () => {
    for (const lost of KINDS) events.removeEventListener(lost, onEvent);
  };
}

export function reportAuthLost(lost: LostAuth): void {
  events.dispatchEvent(new Event(lost));
}
