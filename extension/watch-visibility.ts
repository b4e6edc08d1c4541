/** In Chrome; missing in Firefox and in TypeScript's types. */
interface VisibilityEntry extends IntersectionObserverEntry {
  isVisible: boolean;
}

/** 100 ms is the shortest delay that Chrome allows. */
const OPTIONS = { threshold: 0, trackVisibility: true, delay: 100 };

/**
 * Returns the time since which nothing has covered `target`, on the page's clock; null while something does. Firefox
 * cannot tell: there it is the time of the call.
 */
export function watchVisibility(target: Element): () => number | null {
  const now = performance.now();
  if (!("isVisible" in IntersectionObserverEntry.prototype)) return () => now;
  let since: number | null = null;
  const observer = new IntersectionObserver((entries) => {
    for (const { isVisible, time } of entries as VisibilityEntry[])
      since = isVisible ? (since ?? time) : null;
  }, OPTIONS);
  observer.observe(target);
  return () => since;
}
