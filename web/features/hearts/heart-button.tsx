import { useState } from "react";
import type { TargetType } from "#schema/api/hearts.ts";
import { useSession } from "#web/features/auth/session.queries.ts";
import { cx } from "#web/lib/cx.ts";
import { formatHearts, heartsText } from "#web/lib/format-count.ts";
import { Icon } from "#web/ui/icons.tsx";
import { useHeart, useStillHeart, type UseHeart } from "./hearts.queries.ts";

export interface HeartButtonProps {
  type: TargetType;
  id: string;
  /** From the list it stands in; shown until the status is known, and for ever when signed out. */
  initialCount: number;
  /** Whom or what: "u/name", or a post's title. */
  name: string;
  look?: "pill" | "overlay";
}

const LOOKS = {
  pill: "bg-raised text-text hover:bg-line",
  overlay: "bg-black/60 text-white hover:bg-black/80",
} as const;

/** On a picture's dark veil the light theme's garnet would not be seen. */
const VOTED = { pill: "text-garnet", overlay: "text-[#ff4d6d]" } as const;

export function HeartButton(props: HeartButtonProps) {
  const { isPending, isAuthenticated } = useSession();
  if (isAuthenticated) return <LiveHeart {...props} />;
  return <StillHeart {...props} isPending={isPending} />;
}

function LiveHeart(props: HeartButtonProps) {
  const { type, id, initialCount } = props;
  return <HeartView {...props} {...useHeart({ type, id }, initialCount)} />;
}

function StillHeart({ isPending, ...props }: HeartButtonProps & { isPending: boolean }) {
  const { type, id, initialCount } = props;
  return <HeartView {...props} {...useStillHeart({ type, id }, initialCount, isPending)} />;
}

function HeartView({ name, look = "pill", heart, press, isDisabled }: HeartButtonProps & UseHeart) {
  const [bursts, setBursts] = useState(0);

  return (
    <button
      type="button"
      aria-pressed={heart.voted}
      aria-disabled={isDisabled}
      aria-label={`Heart ${name}, ${heartsText(heart.heartCount)}`}
      onClick={(event) => {
        event.stopPropagation();
        if (!isDisabled && !heart.voted) setBursts(bursts + 1);
        void press();
      }}
      className={cx(
        "hit inline-flex min-h-9 items-center gap-1.5 rounded-full px-3 text-sm font-semibold tabular-nums transition-[background-color,scale] active:scale-95 aria-disabled:opacity-70",
        LOOKS[look],
      )}
    >
      <span
        key={bursts}
        className={cx("relative grid", heart.voted && VOTED[look], bursts > 0 && "heart-burst")}
      >
        <Icon name="heart" size={18} filled={heart.voted} />
      </span>
      {formatHearts(heart.heartCount)}
    </button>
  );
}
