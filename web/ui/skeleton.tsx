import type { CSSProperties } from "react";
import { cx } from "#web/lib/cx.ts";

/** The size of what is coming. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return (
    <div aria-hidden="true" className={cx("skeleton rounded-card", className)} style={style} />
  );
}
