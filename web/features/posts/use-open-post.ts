import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";
import { shortId } from "./posts.queries.ts";

interface OverlayState {
  /** Set when the post was opened from the page under it: closing it is then going back. */
  overlay?: boolean;
  /** Opened to run by itself from here. */
  slideshow?: boolean;
}

function searchWith(search: string, id: string | null): string {
  const params = new URLSearchParams(search);
  if (id) params.set("post", shortId(id));
  else params.delete("post");
  return params.size > 0 ? `?${params}` : "";
}

/** Which post is open lives in the address: `?post=`. Opening adds a step, moving on replaces it. */
export function useOpenPost() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { overlay: isOverlay = false, slideshow: isSlideshow = false } =
    (state as OverlayState | null) ?? {};

  const hrefOf = useCallback((id: string) => pathname + searchWith(search, id), [pathname, search]);
  const open = useCallback(
    (id: string, slideshow = false) =>
      void navigate(
        { pathname, search: searchWith(search, id) },
        { state: { overlay: true, slideshow } },
      ),
    [navigate, pathname, search],
  );
  const show = useCallback(
    (id: string) =>
      void navigate({ pathname, search: searchWith(search, id) }, { replace: true, state }),
    [navigate, pathname, search, state],
  );
  const close = useCallback(() => {
    if (isOverlay) void navigate(-1);
    else void navigate({ pathname, search: searchWith(search, null) }, { replace: true });
  }, [navigate, pathname, search, isOverlay]);

  return { id: new URLSearchParams(search).get("post"), isSlideshow, hrefOf, open, show, close };
}
