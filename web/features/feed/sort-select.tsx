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
        className="relative z-1 h-9 appearance-none rounded-full bg-transparent pr-6 pl-3 text-base font-medium max-[23.75rem]:pr-5 max-[23.75rem]:pl-2"
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
