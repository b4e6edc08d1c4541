import { cx } from "#view/cx.ts";
import { Icon } from "#view/icon.tsx";

/** A select where three buttons do not fit. Its text is 16 px, because iOS zooms the page for smaller inputs. */
export function SortSelect<T extends string>({
  value,
  options,
  onChange,
  className,
}: {
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
  className?: string;
}) {
  return (
    <label className={cx("hit flex items-center rounded-full bg-raised", className)}>
      <span className="sr-only">Sort</span>
      <select
        value={value}
        onChange={(event) => onChange(event.target.value as T)}
        className="sort-select"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-surface text-text">
            {option.label}
          </option>
        ))}
      </select>
      <Icon
        name="chevronDown"
        size={14}
        className="absolute right-2 text-quiet max-[23.75rem]:right-1"
      />
    </label>
  );
}
