import type { SelectHTMLAttributes } from "react";
import { cx } from "#view/cx.ts";
import { Icon } from "#view/icon.tsx";
import { FieldShell, inputClass, useFieldIds } from "./field.tsx";

export interface SelectOption {
  value: string;
  label: string;
}

export function Select({
  label,
  hideLabel,
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
  const { base, described } = useFieldIds(error, null);
  return (
    <FieldShell base={base} label={label} hideLabel={hideLabel} error={error} className={className}>
      <div className="relative">
        <select
          id={base}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
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
          className="pointer-events-none absolute inset-y-0 right-3 my-auto text-quiet"
        />
      </div>
    </FieldShell>
  );
}
