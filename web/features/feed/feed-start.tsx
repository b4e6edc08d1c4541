const ID = "feed";

/** Stands where the bar of filters is before it sticks to the window. */
export const FeedStart = () => <div id={ID} />;

/**
 * For a change of sort or filters: the position in the old list means nothing in the new one, whose pages would be
 * loaded up to it.
 */
export function scrollToFeedStart(): void {
  const top = document.getElementById(ID)?.getBoundingClientRect().top;
  scrollBy(0, Math.min(0, top ?? 0));
}
