import type { ReactNode } from "react";
import { Link } from "react-router";
import { preloadViewer } from "./post-viewer.tsx";
import { useOpenPost } from "./use-open-post.ts";

/** A post's title that opens it over the page; with a modifier key, in a tab of its own. */
export function PostLink({
  id,
  className,
  children,
}: {
  id: string;
  className?: string;
  children: ReactNode;
}) {
  const { hrefOf, open } = useOpenPost();
  return (
    <Link
      to={hrefOf(id)}
      className={className}
      onPointerEnter={preloadViewer}
      onFocus={preloadViewer}
      onClick={(event) => {
        const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
        if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
        event.preventDefault();
        open(id);
      }}
    >
      {children}
    </Link>
  );
}
