import { useState } from "react";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "./icons.tsx";

interface Candidate {
  url: string;
  width: number;
}

/** A still that fills its box. Blurred, it shows while its `group` is pointed at or has the focus. */
export function Thumbnail({
  url,
  pictures = [],
  sizes,
  isBlurred,
  className,
}: {
  url: string | null;
  /** The same still in several widths. */
  pictures?: readonly Candidate[];
  sizes?: string;
  isBlurred: boolean;
  className?: string;
}) {
  const [dead, setDead] = useState<string | null>(null);
  const sized = pictures.filter(({ width }) => width > 0);
  const src = url ?? sized[0]?.url ?? null;
  return (
    <div className={cx("relative grid place-items-center overflow-hidden bg-raised", className)}>
      {src && dead !== src ? (
        <img
          src={src}
          srcSet={
            sized.map((picture) => `${picture.url} ${picture.width}w`).join(", ") || undefined
          }
          sizes={sizes}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setDead(src)}
          className={cx(
            "absolute inset-0 size-full object-cover transition-[filter,scale]",
            isBlurred &&
              "scale-110 blur-xl group-focus-within:scale-100 group-focus-within:blur-none group-hover:scale-100 group-hover:blur-none",
          )}
        />
      ) : (
        <Icon name="image" size={28} className="text-quiet" />
      )}
      {isBlurred && src && dead !== src && (
        <span className="relative grid size-11 place-items-center rounded-full bg-black/60 text-white transition-opacity group-focus-within:opacity-0 group-hover:opacity-0">
          <Icon name="eyeOff" />
        </span>
      )}
    </div>
  );
}
