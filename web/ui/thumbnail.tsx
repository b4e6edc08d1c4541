import { useState } from "react";
import { srcSetOf, type Candidate } from "#schema/tiles.ts";
import { cx } from "#view/cx.ts";
import { Icon } from "#view/icon.tsx";
import { useResetOnline } from "#web/lib/use-reset-online.ts";

/**
 * Fills its box. Falls back from the srcset to the plain picture, then to an icon, and starts again once the device is
 * online. A covered picture is shown while its `group` is hovered or has keyboard focus, as in the feed.
 */
export function Thumbnail({
  url,
  pictures = [],
  sizes,
  isCovered,
  className,
}: {
  url: string | null;
  /** The same still in several widths. */
  pictures?: readonly Candidate[];
  sizes?: string;
  isCovered: boolean;
  className?: string;
}) {
  const [failures, setFailures] = useState(0);
  useResetOnline(setFailures, 0);
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
            isCovered && "covered",
          )}
        />
      ) : (
        <Icon name="image" size={28} className="text-quiet" />
      )}
      {isCovered && src && (
        <span className="covered-eye relative">
          <Icon name="eyeOff" size={26} />
        </span>
      )}
    </div>
  );
}
