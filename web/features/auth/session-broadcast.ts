import { onPageRestored } from "#web/lib/on-page-restored.ts";

/** All tabs of a browser share one session, so each tab announces its changes to the others. */
const CHANNEL = "unearth-session";

let channel: BroadcastChannel | undefined;

/** Firefox throws in the constructor if cookies are blocked. */
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

/** A page in the back/forward cache misses announcements, so it also asks when it is shown again. */
export function onOtherTabsSession(listener: () => void): () => void {
  const open = openChannel();
  open?.addEventListener("message", listener);
  const stopWatching = onPageRestored(listener);
  return () => {
    open?.removeEventListener("message", listener);
    stopWatching();
  };
}
