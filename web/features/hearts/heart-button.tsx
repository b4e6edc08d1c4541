import { useQuery } from "@tanstack/react-query";
import type { TargetType } from "#schema/api/hearts.ts";
import { useSession } from "#web/features/auth/session.queries.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { cx } from "#web/lib/cx.ts";
import { formatCount, plural } from "#web/lib/format-count.ts";
import { Icon } from "#web/ui/icons.tsx";
import { heartQuery, useToggleHeart } from "./hearts.queries.ts";

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

export function HeartButton({ type, id, initialCount, name, look = "pill" }: HeartButtonProps) {
  const { isAuthenticated } = useSession();
  const { data } = useQuery({ ...heartQuery({ type, id }), enabled: isAuthenticated });
  const toggle = useToggleHeart({ type, id });
  const heart = data ?? { voted: false, heartCount: initialCount };

  function press() {
    if (isAuthenticated) return toggle.mutate(heart);
    showToast({
      title: "Authentication Required",
      description: `Please log in to vote for ${type}s.`,
      tone: "destructive",
    });
  }

  return (
    <button
      type="button"
      aria-pressed={heart.voted}
      aria-disabled={!isAuthenticated}
      aria-label={`Heart ${name}, ${plural(heart.heartCount, "heart")}`}
      onClick={(event) => {
        event.stopPropagation();
        press();
      }}
      className={cx(
        "hit inline-flex min-h-9 items-center gap-1.5 rounded-full px-3 text-sm font-semibold tabular-nums transition-[background-color,scale] active:scale-95 aria-disabled:opacity-70",
        LOOKS[look],
      )}
    >
      <Icon
        name="heart"
        size={18}
        filled={heart.voted}
        className={cx(heart.voted && "text-garnet")}
      />
      {formatCount(heart.heartCount)}
    </button>
  );
}
