import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";
import { shortId } from "./posts.queries.ts";

interface OverlayState {
  /** Opened from the page under it, so closing goes back in the history. */
  overlay?: boolean;
  /** Starts the slideshow. */
  slideshow?: boolean;
}

function searchWithPost(search: string, id: string | null): string {
  const params = new URLSearchParams(search);
  if (id) params.set("post", shortId(id));
  else params.delete("post");
  return params.size > 0 ? `?${params}` : "";
}

/** The open post is `?post=` in the address. Opening adds a history entry, next and previous replace it. */
export function useOpenPost() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { overlay: isOverlay = false, slideshow: isSlideshow = false } =
    (state as OverlayState | null) ?? {};

  const hrefOf = useCallback(
    (id: string) => pathname + searchWithPost(search, id),
    [pathname, search],
  );
  const open = useCallback(
    (id: string, slideshow = false) =>
      void navigate(
        { pathname, search: searchWithPost(search, id) },
        { state: { overlay: true, slideshow } },
      ),
    [navigate, pathname, search],
  );
  const show = useCallback(
    (id: string) =>
      void navigate({ pathname, search: searchWithPost(search, id) }, { replace: true, state }),
    [navigate, pathname, search, state],
  );
  const close = useCallback(() => {
    if (isOverlay) void navigate(-1);
    else void navigate({ pathname, search: searchWithPost(search, null) }, { replace: true });
  }, [navigate, pathname, search, isOverlay]);

  const id = new URLSearchParams(search).get("post");
  return { id: id && shortId(id), isSlideshow, hrefOf, open, show, close };
}
