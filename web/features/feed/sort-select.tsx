import type { Sort } from "#schema/choices.ts";
import { Icon } from "#view/icon.tsx";

/** Where three buttons do not fit. Its text is 16 px, because iOS zooms the page for smaller inputs. */
export function SortSelect({
  value,
  options,
  onChange,
}: {
  value: Sort;
  options: readonly { value: Sort; label: string }[];
  onChange: (value: Sort) => void;
}) {
  return (
    <label className="hit flex items-center rounded-full bg-raised text-text lg:hidden">
      <span className="sr-only">Sort</span>
      <select
        value={value}
        onChange={(event) => onChange(event.target.value as Sort)}
        className="sort-select"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-surface text-text">
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" size={14} className="absolute right-2 text-quiet" />
    </label>
  );
}
