import { withoutPostPrefix } from "#schema/reddit-id.ts";
import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";

export interface OverlayState {
  /** The post was opened over a page, so closing it goes back in the history. */
  overlay?: boolean;
  /** Starts the slideshow. */
  slideshow?: boolean;
}

export function searchWithPost(search: string, id: string | null): string {
  const params = new URLSearchParams(search);
  if (id) params.set("post", withoutPostPrefix(id));
  else params.delete("post");
  return params.size > 0 ? `?${params}` : "";
}

/** The open post is `?post=` in the address. Opening adds a history entry; use-viewer-address.ts replaces and leaves it. */
export function useOpenPost() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isSlideshow = (state as OverlayState | null)?.slideshow ?? false;

  /** null for the page without an open post. */
  const hrefOf = useCallback(
    (id: string | null) => pathname + searchWithPost(search, id),
    [pathname, search],
  );
  const open = useCallback(
    (id: string, slideshow = false) => {
      // The address, because the last press may not be rendered yet: a second one must not add another entry. Another
      // page's address has nothing to do with this page's posts.
      const shown = window.location.pathname === pathname ? window.location.search : search;
      if (new URLSearchParams(shown).get("post")) return;
      void navigate(
        { pathname, search: searchWithPost(shown, id) },
        { state: { overlay: true, slideshow } },
      );
    },
    [navigate, pathname, search],
  );
  const id = new URLSearchParams(search).get("post");
  return { id: id && withoutPostPrefix(id), isSlideshow, hrefOf, open };
}
