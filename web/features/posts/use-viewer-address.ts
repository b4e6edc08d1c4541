import { useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { type OverlayState, searchWithPost } from "./use-open-post.ts";

/** Shows another post in the same history entry, and closes the viewer. */
export function useViewerAddress() {
  const { key, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const left = useRef<string | null>(null);
  const replace = (id: string | null, kept: unknown) =>
    void navigate({ pathname, search: searchWithPost(search, id) }, { replace: true, state: kept });

  function close() {
    if (!(state as OverlayState | null)?.overlay) return replace(null, null);
    // The browser goes back asynchronously: a second press in that time would go back twice.
    if (left.current === key) return;
    left.current = key;
    void navigate(-1);
  }
  return { show: (id: string) => replace(id, state), close };
}
