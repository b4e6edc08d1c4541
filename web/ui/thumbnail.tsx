import { useState } from "react";
import { srcSetOf, type Candidate } from "#schema/tiles.ts";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "./icons.tsx";

/**
 * A still that fills its box: the sized ones first, then the plain one, then a sign. Blurred, it
 * shows while its `group` is pointed at or has the keyboard's focus.
 */
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
  const [failures, setFailures] = useState(0);
  const sized = pictures.filter(({ width }) => width > 0);
  const wide = srcSetOf(sized);
  const plain = url ?? sized[0]?.url ?? null;
  const src = failures < (wide ? 2 : 1) ? plain : null;
  return (
    <div className={cx("relative grid place-items-center overflow-hidden bg-raised", className)}>
      {src ? (
        <img
          key={failures}
          src={src}
          srcSet={failures === 0 ? wide : undefined}
          sizes={sizes}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailures(failures + 1)}
          className={cx(
            "absolute inset-0 size-full object-cover transition-[filter,scale]",
            isBlurred &&
              "scale-110 blur-xl group-has-[:focus-visible]:scale-100 group-has-[:focus-visible]:blur-none group-hover:scale-100 group-hover:blur-none",
          )}
        />
      ) : (
        <Icon name="image" size={28} className="text-quiet" />
      )}
      {isBlurred && src && (
        <span className="relative grid size-11 place-items-center rounded-full bg-black/60 text-white transition-opacity group-has-[:focus-visible]:opacity-0 group-hover:opacity-0">
          <Icon name="eyeOff" />
        </span>
      )}
    </div>
  );
}
