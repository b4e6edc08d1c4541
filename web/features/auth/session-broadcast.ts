/** The tabs of one browser share a session, so each announces a change to the others. */
const CHANNEL = "unearth-session";

let channel: BroadcastChannel | undefined;

/** Firefox refuses the constructor where cookies are blocked. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return (channel ??= new BroadcastChannel(CHANNEL));
  } catch {
    return undefined;
  }
}

export function announceSessionChange(): void {
  openChannel()?.postMessage("changed");
}

export function onOtherTabsSession(listener: () => void): () => void {
  const open = openChannel();
  open?.addEventListener("message", listener);
  return () => open?.removeEventListener("message", listener);
}
