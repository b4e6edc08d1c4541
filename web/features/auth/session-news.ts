/** Tabs of one browser share a session, so each tells the others when it changes. */
const CHANNEL = "unearth-session";

let channel: BroadcastChannel | null = null;

function open(): BroadcastChannel | null {
  if (typeof BroadcastChannel === "undefined") return null;
  channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}

export function tellOtherTabs(): void {
  open()?.postMessage("changed");
}

export function onOtherTabsNews(listener: () => void): () => void {
  const from = open();
  from?.addEventListener("message", listener);
  return () => from?.removeEventListener("message", listener);
}
