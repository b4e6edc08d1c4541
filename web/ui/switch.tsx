import { useId } from "react";
import { cx } from "#view/cx.ts";

export function Switch({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <label htmlFor={id} className="text-sm font-medium">
        <span id={`${id}-label`}>{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="block text-xs font-normal text-quiet">
            {hint}
          </span>
        )}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        // The label element also holds the hint, so that a press on it switches; only the label text is the name.
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className={cx(
          "hit h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-raised transition-colors",
          "before:absolute before:top-[3px] before:left-[3px] before:size-5 before:rounded-full before:bg-quiet before:transition-[translate]",
          "checked:border-citrine checked:bg-citrine checked:before:[translate:1.25rem] checked:before:bg-on-citrine",
        )}
      />
    </div>
  );
}
