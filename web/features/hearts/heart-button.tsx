import { useState } from "react";
import type { TargetType } from "#schema/api/hearts.ts";
import { useSession } from "#web/features/auth/session.queries.ts";
import { cx } from "#view/cx.ts";
import { formatHearts, heartsText } from "#web/lib/format-count.ts";
import { Icon } from "#view/icon.tsx";
import { useHeart, useSignedOutHeart, type UseHeart } from "./hearts.queries.ts";
import { preloadVotes } from "./load-votes.ts";

export interface HeartButtonProps {
  type: TargetType;
  id: string;
  /** The list's count: shown until the status is known, and always to signed-out visitors. */
  initialCount: number | null;
  /** "u/name", or a post's title. */
  name: string;
  look?: "pill" | "overlay";
}

const LOOKS = {
  pill: "bg-raised text-text hover:bg-line",
  overlay: "bg-black/60 text-white hover:bg-black/80",
} as const;

/** The light theme's garnet has too little contrast on a picture's dark scrim. */
const VOTED = { pill: "text-garnet", overlay: "text-[#ff4d6d]" } as const;

export function HeartButton(props: HeartButtonProps) {
  // No retry on mount: a feed mounts cards while it scrolls, and each would repeat a failed request.
  const { isPending, isAuthenticated } = useSession({ retryOnMount: false });
  if (isAuthenticated) return <SignedInHeart {...props} />;
  return <SignedOutHeart {...props} isPending={isPending} />;
}

function SignedInHeart(props: HeartButtonProps) {
  const { type, id, initialCount } = props;
  return <HeartView {...props} {...useHeart({ type, id }, initialCount)} />;
}

function SignedOutHeart({ isPending, ...props }: HeartButtonProps & { isPending: boolean }) {
  const { type, id, initialCount } = props;
  return <HeartView {...props} {...useSignedOutHeart({ type, id }, initialCount, isPending)} />;
}

function HeartView({
  name,
  look = "pill",
  heart,
  isLoading,
  toggle,
  isDisabled = false,
}: HeartButtonProps & UseHeart) {
  const [bursts, setBursts] = useState(0);
  /** Reserves space for a count that arrives later. */
  const [isCountLate] = useState(heart.heartCount === null);
  const { heartCount } = heart;
  const shown = heartCount === null ? "\u00a0" : formatHearts(heartCount);

  return (
    <button
      type="button"
      aria-pressed={heart.voted}
      aria-disabled={isDisabled}
      aria-busy={isLoading}
      aria-label={
        heartCount === null ? `Heart ${name}` : `Heart ${name}, ${heartsText(heartCount)}`
      }
      onPointerEnter={preloadVotes}
      onFocus={preloadVotes}
      onClick={() => {
        if (!isDisabled && !heart.voted) setBursts(bursts + 1);
        void toggle();
      }}
      className={cx(
        "hit inline-flex min-h-9 items-center gap-1.5 rounded-full px-3 text-sm font-semibold tabular-nums transition-[background-color,scale] active:scale-[0.95] aria-disabled:opacity-70",
        LOOKS[look],
      )}
    >
      <span
        key={bursts}
        className={cx("relative grid", heart.voted && VOTED[look], bursts > 0 && "heart-burst")}
      >
        <Icon name="heart" size={18} filled={heart.voted} />
      </span>
      {/* In an element, because a browser's translation replaces text nodes, and React cannot insert before a
          replaced node. */}
      <span className={cx(isCountLate && "inline-block min-w-[4ch]")}>{shown}</span>
    </button>
  );
}
