import { onKeptPage } from "#web/lib/on-kept-page.ts";

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

/** A page that the browser keeps misses the announcements: it asks once it is shown again. */
export function onOtherTabsSession(listener: () => void): () => void {
  const open = openChannel();
  open?.addEventListener("message", listener);
  const stopWatching = onKeptPage(listener);
  return () => {
    open?.removeEventListener("message", listener);
    stopWatching();
  };
}
