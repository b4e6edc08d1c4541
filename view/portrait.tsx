import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

/** A user's picture, or the first letter of the name if there is none. */
export function Portrait({
  url,
  name,
  size = 40,
  className,
  ...listeners
}: {
  url: string | null;
  name: string;
  size?: number;
  className?: string;
} & Pick<ComponentProps<"img">, "onLoad" | "onError">) {
  const style = { width: size, height: size, fontSize: size * 0.42 };
  if (!url) {
    return (
      <span
        aria-hidden="true"
        style={style}
        className={cx(
          "grid shrink-0 place-items-center rounded-full bg-raised font-display font-bold text-quiet uppercase",
          className,
        )}
      >
        {[...name][0] ?? "?"}
      </span>
    );
  }
  return (
    <img
      src={url}
      alt=""
      width={size}
      height={size}
      decoding="async"
      referrerPolicy="no-referrer"
      style={style}
      className={cx("shrink-0 rounded-full bg-raised object-cover", className)}
      {...listeners}
    />
  );
}
