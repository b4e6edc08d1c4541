import { type SelectHTMLAttributes, useId } from "react";
import { cx } from "#view/cx.ts";
import { inputClass } from "./field.tsx";
import { Icon } from "#view/icon.tsx";

export interface SelectOption {
  value: string;
  label: string;
}

/** `hideLabel` keeps the label for screen readers only. */
export function Select({
  label,
  hideLabel = false,
  options,
  error,
  className,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & {
  label: string;
  hideLabel?: boolean;
  options: readonly SelectOption[];
  error?: string | null;
}) {
  const id = useId();
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "text-sm font-medium"}>
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={cx(inputClass, "appearance-none pr-10")}
          {...rest}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} className="bg-surface text-text">
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevronDown"
          size={18}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-quiet"
        />
      </div>
      {error && (
        <p id={`${id}-error`} className="text-sm text-garnet">
          {error}
        </p>
      )}
    </div>
  );
}
