import type { CSSProperties } from "react";
import { cx } from "#view/cx.ts";

export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return (
    <div aria-hidden="true" className={cx("skeleton rounded-card", className)} style={style} />
  );
}
