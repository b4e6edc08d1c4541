import { cx } from "#view/cx.ts";

/** A click on a count filters by its value, a second click removes the filter. */
export function CountTiles<T extends string>({
  legend,
  options,
  counts,
  chosen,
  onChoose,
  className,
}: {
  legend: string;
  options: readonly { value: T; label: string }[];
  counts: Record<T, number> | undefined;
  chosen: T | null;
  onChoose: (value: T | null) => void;
  /** Sets the columns. */
  className: string;
}) {
  return (
    <fieldset className={cx("grid gap-3", className)}>
      <legend className="sr-only">{legend}</legend>
      {options.map(({ value, label }) => {
        const isChosen = chosen === value;
        return (
          <button
            key={value}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? null : value)}
            className={cx(
              "min-w-0 max-[18rem]:col-span-2 rounded-card border bg-surface px-4 py-3 text-left max-phone:px-3 max-xs:px-2 transition-colors hover:border-edge",
              isChosen ? "border-citrine" : "border-line",
            )}
          >
            <span className="block font-display text-xl font-extrabold tabular-nums">
              {counts?.[value] ?? "–"}
            </span>
            <span
              className={cx("text-sm max-phone:text-xs", isChosen ? "text-citrine" : "text-quiet")}
            >
              {label}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
