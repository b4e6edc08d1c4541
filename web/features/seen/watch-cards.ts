import { withoutPostPrefix } from "#schema/reddit-id.ts";

/** A card counts as seen after half of it was in view for this long. */
const CARD_SEEN_AFTER_MS = 1_000;

/** The whole cards: the links have the size of the titles. */
const cardsIn = (node: Node): Element[] =>
  node instanceof Element
    ? [...node.querySelectorAll("a[data-post]")].flatMap((link) => link.closest("article") ?? [])
    : [];

/** Calls `onSeen` for each card that stays in view. */
function observeCards(onSeen: (id: string) => void) {
  const timers = new Map<Element, ReturnType<typeof setTimeout>>();
  const leave = (card: Element) => {
    clearTimeout(timers.get(card));
    timers.delete(card);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        leave(target);
        const link = target.querySelector<HTMLElement>("a[data-post]");
        const id = withoutPostPrefix(link?.dataset["post"] ?? "");
        if (!isIntersecting || !id) continue;
        const timer = setTimeout(() => onSeen(id), CARD_SEEN_AFTER_MS);
        timers.set(target, timer);
      }
    },
    { threshold: 0.5 },
  );
  return {
    enter: (card: Element) => observer.observe(card),
    leave: (card: Element) => {
      observer.unobserve(card);
      leave(card);
    },
    end() {
      observer.disconnect();
      for (const card of timers.keys()) leave(card);
    },
  };
}

/** Calls `onSeen` with the post's id, without t3_, for each card below `root` that stayed in view. */
export function watchCards(root: Element, onSeen: (id: string) => void): () => void {
  const watch = observeCards(onSeen);
  // Only cards near the window are mounted: they come and go while the feed scrolls.
  const changes = new MutationObserver((records) => {
    for (const { addedNodes, removedNodes } of records) {
      for (const node of addedNodes) for (const card of cardsIn(node)) watch.enter(card);
      for (const node of removedNodes) for (const card of cardsIn(node)) watch.leave(card);
    }
  });
  for (const card of cardsIn(root)) watch.enter(card);
  changes.observe(root, { childList: true, subtree: true });
  return () => {
    changes.disconnect();
    watch.end();
  };
}
