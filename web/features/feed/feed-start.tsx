const ID = "feed-start";

/** Stands where the bar of filters is before it sticks to the window. */
export const FeedStart = () => <div id={ID} />;

/**
 * For a change of sort or filters: the position in the old list means nothing in the new one, whose pages would be
 * loaded up to it.
 */
export function scrollToFeedStart(): void {
  const top = document.getElementById(ID)?.getBoundingClientRect().top ?? 0;
  if (top < 0) scrollBy({ top, behavior: "instant" });
}
