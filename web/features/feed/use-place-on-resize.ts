import { useLayoutEffect, useRef, type RefObject } from "react";
import type { Post } from "#schema/api/posts.ts";
import type { Place } from "./placement.ts";

/**
 * A turned phone or a resized window places the cards anew. The first post in view stays there. `start` is the list's
 * distance from the top of the page before that.
 */
export function usePlaceOnResize(
  list: RefObject<HTMLElement | null>,
  posts: readonly Post[],
  places: readonly Place[],
  start: number,
): void {
  const before = useRef({ posts, places });
  /** Before the new places are laid out, where the browser moves a window that is past the end of a lower page. */
  const scrolled = useRef(0);
  useLayoutEffect(() => {
    const follow = () => (scrolled.current = scrollY);
    follow();
    addEventListener("scroll", follow);
    return () => removeEventListener("scroll", follow);
  }, []);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { posts, places };
    const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    const top = (isAtEnd ? scrolled.current : scrollY) - start;
    const old = last.places.find(({ y, height }) => y + height > top);
    const now = old && places[old.index];
    if (top <= 0 || !now || now.y === old.y || !list.current) return;
    if (last.posts[old.index]?.id !== posts[old.index]?.id) return;
    // Of a card that begins above the window, the same part stays out of view.
    const cut = top - old.y;
    const shift = now.y + (cut > 0 ? (cut * now.height) / old.height : cut);
    scrollBy({ top: list.current.getBoundingClientRect().top + shift, behavior: "instant" });
  }, [list, posts, places, start]);
}
