import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "#web/lib/cx.ts";
import { isPlainClick } from "#web/lib/plain-click.ts";
import { preloadViewer } from "./post-viewer.tsx";
import type { Hold } from "./use-hold-to-reveal.ts";
import { useOpenPost } from "./use-open-post.ts";

/** A post's title that opens it over the page; with a modifier key, in a tab of its own. */
export function PostLink({
  id,
  hold,
  className,
  children,
}: {
  id: string;
  /** Where the link covers a picture that may be blurred. */
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
        if (!hold?.tookPress()) open(id);
      }}
      draggable={false}
      {...hold?.handlers}
    >
      {children}
    </Link>
  );
}
