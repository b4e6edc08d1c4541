/** The tabs of one browser share a session, so each announces a change to the others. */
const CHANNEL = "unearth-session";

let channel: BroadcastChannel | undefined;

const openChannel = (): BroadcastChannel | undefined =>
  (channel ??= globalThis.BroadcastChannel && new BroadcastChannel(CHANNEL));

export function announceSessionChange(): void {
  openChannel()?.postMessage("changed");
}

export function onOtherTabsSession(listener: () => void): () => void {
  const open = openChannel();
  open?.addEventListener("message", listener);
  return () => open?.removeEventListener("message", listener);
}
