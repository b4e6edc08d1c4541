/** Calls `listener` when the browser shows this page from its back/forward cache. Returns the unsubscribe function. */
export function onPageRestored(listener: () => void): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  addEventListener("pageshow", onShow);
  return () => removeEventListener("pageshow", onShow);
}
