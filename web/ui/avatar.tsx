import { useState } from "react";
import { cx } from "#web/lib/cx.ts";
import { neverAwaited } from "#web/lib/never-awaited.ts";

/** A picture of a person, or the first letter of the name where there is none or it is dead. */
export function Avatar({
  url,
  name,
  size = 40,
  className,
}: {
  url: string | null;
  name: string;
  size?: number;
  className?: string;
}) {
  const [dead, setDead] = useState<string | null>(null);
  const style = { width: size, height: size, fontSize: size * 0.42 };
  if (!url || dead === url) {
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
      onLoad={neverAwaited}
      onError={() => setDead(url)}
      style={style}
      className={cx("shrink-0 rounded-full bg-raised object-cover", className)}
    />
  );
}
