import { useId, type ComponentProps, type ReactNode } from "react";
import { cx } from "#view/cx.ts";

export const inputClass =
  "min-h-11 w-full rounded-input border border-edge bg-surface px-3 text-base text-text placeholder:text-quiet " +
  "transition-colors hover:border-quiet disabled:opacity-60 aria-invalid:border-garnet";

/** For names and addresses: phones would capitalise or correct them. */
export const asTyped = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;

interface FieldOptions {
  label: string;
  error?: string | null;
  hint?: string;
  /** At the input's right end, for example a show-password button. */
  trailing?: ReactNode;
}

export function useFieldIds(error: unknown, hint: unknown) {
  const base = useId();
  const described = [error && `${base}-error`, hint && `${base}-hint`].filter(Boolean).join(" ");
  return { base, described: described || undefined };
}

export function FieldShell({
  base,
  label,
  hideLabel = false,
  error,
  hint,
  className,
  children,
}: FieldOptions & {
  base: string;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={cx("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={base} className={hideLabel ? "sr-only" : "text-sm font-medium"}>
        {label}
      </label>
      {children}
      {error && (
        <p id={`${base}-error`} className="text-sm text-garnet">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${base}-hint`} className="text-xs text-quiet">
          {hint}
        </p>
      )}
    </div>
  );
}

export function TextField({
  label,
  error,
  hint,
  trailing,
  ...rest
}: FieldOptions & Omit<ComponentProps<"input">, "id" | "className">) {
  const { base, described } = useFieldIds(error, hint);
  return (
    <FieldShell base={base} label={label} error={error} hint={hint}>
      <div className="relative">
        <input
          id={base}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          className={cx(inputClass, Boolean(trailing) && "pr-12")}
          {...rest}
        />
        {trailing && <div className="absolute inset-y-0 right-0 flex items-center">{trailing}</div>}
      </div>
    </FieldShell>
  );
}

export function TextAreaField({
  label,
  error,
  hint,
  ...rest
}: Omit<FieldOptions, "trailing"> & Omit<ComponentProps<"textarea">, "id" | "className">) {
  const { base, described } = useFieldIds(error, hint);
  return (
    <FieldShell base={base} label={label} error={error} hint={hint}>
      <textarea
        id={base}
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
        className={cx(inputClass, "min-h-28 py-2.5")}
        {...rest}
      />
    </FieldShell>
  );
}
