import { cx } from "#view/cx.ts";

const PLATES = ["", "plate-gold", "plate-silver", "plate-bronze"] as const;

export function Rank({ rank, className }: { rank: number; className?: string }) {
  return (
    <span
      className={cx(
        "grid shrink-0 place-items-center rounded-full font-display font-extrabold tabular-nums",
        PLATES[rank] ?? "text-quiet",
        className,
      )}
    >
      <span className="sr-only">{`Rank ${rank}`}</span>
      <span aria-hidden="true">{rank}</span>
    </span>
  );
}
