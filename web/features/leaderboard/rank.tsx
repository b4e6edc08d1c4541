import { cx } from "#web/lib/cx.ts";

const PLATES = ["", "plate-gold", "plate-silver", "plate-bronze"] as const;

/** A place on the board: the first three stand on plates of metal. */
export function Rank({ rank, className }: { rank: number; className?: string }) {
  return (
    <span
      className={cx(
        "grid shrink-0 place-items-center rounded-full font-display font-extrabold tabular-nums",
        PLATES[rank] ?? "text-quiet",
        className,
      )}
    >
      <span className="sr-only">Rank </span>
      {rank}
    </span>
  );
}
