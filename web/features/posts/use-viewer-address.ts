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
    // A second press replaces the address. Either the first step back has not arrived, and a second one would leave the
    // page; or the viewer's frame, whose entries are in the same history, took that step.
    if (!(state as OverlayState | null)?.overlay || left.current === key)
      return replace(null, null);
    left.current = key;
    void navigate(-1);
  }
  return { show: (id: string) => replace(id, state), close };
}
