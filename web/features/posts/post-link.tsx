import type { ReactNode } from "react";
import { isPlainClick } from "#web/lib/plain-click.ts";
import { Link } from "#web/link.tsx";
import { preloadViewer } from "./post-viewer.tsx";
import type { Hold } from "./use-hold-to-reveal.ts";
import { useOpenPost } from "./use-open-post.ts";

/** A link over the whole card. Opens the post over the page, or in a new tab with a modifier key. */
export function PostLink({
  id,
  hold,
  children,
}: {
  id: string;
  /** For the card's picture, which may be covered. */
  hold: Hold;
  children: ReactNode;
}) {
  const { hrefOf, open } = useOpenPost();
  return (
    <Link
      to={hrefOf(id)}
      dir="auto"
      data-post={id}
      className="select-none [-webkit-touch-callout:none] after:absolute after:inset-0 after:rounded-card"
      onPointerEnter={preloadViewer}
      onFocus={preloadViewer}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        if (!hold.endedHold()) open(id);
      }}
      draggable={false}
      {...hold.handlers}
    >
      {children}
    </Link>
  );
}
