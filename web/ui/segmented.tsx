import { useId, type ReactNode } from "react";
import { cx } from "#view/cx.ts";

export interface Segment<T extends string> {
  value: T;
  /** The accessible name, and the text if there are no `children`. */
  label: string;
  children?: ReactNode;
}

const ACTIVE = {
  citrine: "bg-citrine text-on-citrine",
  quiet: "bg-surface text-text [box-shadow:0_0_0_1px_var(--line)]",
} as const;

/** Radio buttons, so that the browser handles the arrow keys. */
export function Segmented<T extends string>({
  label,
  value,
  options,
  onChange,
  tone = "citrine",
  className,
}: {
  label: string;
  value: T;
  options: readonly Segment<T>[];
  onChange: (value: T) => void;
  /** At most one group per screen is citrine. */
  tone?: "citrine" | "quiet";
  className?: string;
}) {
  const name = useId();
  return (
    <fieldset
      aria-label={label}
      className={cx("flex w-max gap-1 rounded-full bg-raised p-1 max-phone:gap-0", className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            "hit flex min-h-9 min-w-9 cursor-pointer items-center justify-center gap-1.5 rounded-full px-3 text-sm max-phone:px-2 font-medium transition-colors",
            "has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-citrine",
            value === option.value ? ACTIVE[tone] : "text-quiet hover:bg-line hover:text-text",
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            aria-label={option.label}
            className="absolute inset-0 z-1 cursor-pointer opacity-0"
          />
          {option.children ?? option.label}
        </label>
      ))}
    </fieldset>
  );
}
