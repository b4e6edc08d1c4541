import type { ReactNode } from "react";
import { cx } from "#view/cx.ts";
import { isPlainClick } from "#web/lib/plain-click.ts";
import { Link } from "#web/link.tsx";
import { preloadViewer } from "./post-viewer.tsx";
import type { Hold } from "./use-hold-to-reveal.ts";
import { useOpenPost } from "./use-open-post.ts";

/** Opens the post over the page; with a modifier key, in a new tab. */
export function PostLink({
  id,
  hold,
  className,
  children,
}: {
  id: string;
  /** For a link that covers a picture that may be blurred. */
  hold?: Hold;
  className?: string;
  children: ReactNode;
}) {
  const { hrefOf, open } = useOpenPost();
  return (
    <Link
      to={hrefOf(id)}
      className={cx("[-webkit-touch-callout:none]", className)}
      onPointerEnter={preloadViewer}
      onFocus={preloadViewer}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        if (!hold?.endedHold()) open(id);
      }}
      draggable={false}
      {...hold?.handlers}
    >
      {children}
    </Link>
  );
}
