/** Calls `listener` when the browser shows the page again as it was left. Returns the end of the listening. */
export function onKeptPage(listener: () => void): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  addEventListener("pageshow", onShow);
  return () => removeEventListener("pageshow", onShow);
}
