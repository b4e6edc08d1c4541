import type { ReactNode } from "react";
import { cx } from "#view/cx.ts";

export type ChipTone = "plain" | "media" | "nsfw" | "citrine";

const TONES: Record<ChipTone, string> = {
  plain: "bg-raised text-text",
  media: "bg-black/70 text-white [backdrop-filter:blur(8px)]",
  nsfw: "bg-garnet text-on-garnet",
  citrine: "bg-citrine text-on-citrine",
};

/** The tone `media` is for a chip over a picture. */
export function Chip({ tone = "plain", children }: { tone?: ChipTone; children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-flex min-h-6 items-center gap-1 rounded-full px-2.5 text-xs font-semibold whitespace-nowrap tabular-nums",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
