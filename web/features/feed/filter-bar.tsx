import type { CSSProperties, ReactNode } from "react";
import { SORTS, type Sort } from "#schema/choices.ts";
import type { PresentationStyle } from "#schema/api/preferences.ts";
import { cx } from "#view/cx.ts";
import { formatCount } from "#web/lib/format-count.ts";
import { FilterBarRows } from "#view/filter-bar-rows.tsx";
import { Icon } from "#view/icon.tsx";
import { Segmented } from "#web/ui/segmented.tsx";
import { ToolButton } from "#web/ui/tool-button.tsx";
import { type Counts, FILTER_NAMES, FILTERS, type Filter } from "./filters.ts";

const SORT_NAMES: Record<Sort, string> = { new: "New", hot: "Hot", top: "Top" };
export const SORT_OPTIONS = SORTS.map((value) => ({ value, label: SORT_NAMES[value] }));

export interface FilterBarProps {
  filter: Filter;
  /** Null while they are unknown. */
  counts: Counts | null;
  /** " of 50" or " of 100+"; empty where no more posts are known than loaded, or filters leave posts out. */
  ofTotal: string;
  /** There are more posts than the first page has. */
  isGrowing: boolean;
  onFilter: (filter: Filter) => void;
  /** Null if the order is fixed. */
  sort: Sort | null;
  onSort: (sort: Sort) => void;
  blur: boolean;
  onBlur: (blur: boolean) => void;
  style: PresentationStyle;
  onStyle: (style: PresentationStyle) => void;
  onSlideshow: (() => void) | null;
  /** Shown from 1280 px up; below, it is in the note under the bar, with the slideshow. */
  download: ReactNode;
  /** Communities, words or a date leave out posts. */
  isNarrow: boolean;
  /** Null if there is nothing to narrow. */
  onNarrow: (() => void) | null;
  /** The number of digits to reserve for counts, so that nothing moves as they grow. */
  digits: number;
}

/** Reserves the width of "24 of 300+", so that the filters beside it do not move as more posts are loaded. */
const roomOf = (value: Filter, isGrowing: boolean, digits: number) =>
  ({
    "--digits": `${digits}ch`,
    "--room": `${value === "all" && isGrowing ? 2 * digits + 4 : digits}ch`,
  }) as CSSProperties;

/**
 * Icons on phones. Tablets add the counts and the name of the pressed filter, without the total if that has four
 * digits. Desktops show every name.
 */
function FilterChoice({ filter, counts, ofTotal, isGrowing, digits, onFilter }: FilterBarProps) {
  return (
    <Segmented
      label="Show"
      className="max-xs:px-0 max-md:[&>label]:min-w-11"
      value={filter}
      onChange={onFilter}
      options={FILTERS.map((value) => {
        const isPressed = value === filter;
        const suffix = value === "all" ? ofTotal : "";
        return {
          value,
          label: FILTER_NAMES[value] + (counts ? `, ${counts[value]}${suffix}` : ""),
          children: (
            <>
              <Icon name={value} size={18} className="lg:hidden" />
              <span className={isPressed ? "max-md:hidden" : "max-lg:hidden"}>
                {FILTER_NAMES[value]}
              </span>
              <span
                className={cx(
                  "inline-block min-w-(--digits) text-left font-normal tabular-nums max-md:hidden",
                  isPressed && digits < 4 ? "md:min-w-(--room)" : "lg:min-w-(--room)",
                )}
                style={roomOf(value, isGrowing, digits)}
              >
                <span>{counts && formatCount(counts[value])}</span>
                <span className={cx((!isPressed || digits > 3) && "max-lg:hidden")}>{suffix}</span>
              </span>
            </>
          ),
        };
      })}
    />
  );
}

/** On a phone it is in the note under the bar, beside the slideshow. */
export function LayoutButton({
  style,
  onStyle,
  className,
}: Pick<FilterBarProps, "style" | "onStyle"> & { className?: string }) {
  const other = style === "grid" ? "masonry" : "grid";
  return (
    <ToolButton
      icon={other}
      text={other === "grid" ? "Grid" : "Masonry"}
      label={`Switch to ${other}`}
      onClick={() => onStyle(other)}
      className={className}
    />
  );
}

/**
 * Sticks to the top while the feed scrolls. Below 1280 px the slideshow is in the note under it, below 1024 px also the
 * sorting, on a phone the layout too.
 */
export function FilterBar(props: FilterBarProps) {
  const { blur, onBlur, isNarrow, onNarrow, onSlideshow, download, sort, onSort } = props;
  return (
    <FilterBarRows
      className="feed-bar"
      filters={<FilterChoice {...props} />}
      sorting={
        sort && (
          <Segmented
            label="Sort"
            tone="quiet"
            value={sort}
            onChange={onSort}
            options={SORT_OPTIONS}
          />
        )
      }
      toggles={
        <>
          <ToolButton
            icon="play"
            text="Slideshow"
            disabled={!onSlideshow}
            onClick={() => onSlideshow?.()}
            className="max-xl:hidden"
          />
          <span className="max-xl:hidden">{download}</span>
          <ToolButton
            id="blur"
            icon={blur ? "eyeOff" : "eye"}
            text="Blur"
            title={blur ? "Blur is on" : "Blur is off"}
            aria-pressed={blur}
            onClick={() => onBlur(!blur)}
            className={cx(blur && "text-citrine!")}
          />
          <LayoutButton {...props} className="max-md:hidden" />
          {onNarrow && (
            <ToolButton
              icon="filter"
              text="Narrow"
              label={isNarrow ? "Narrow down, on" : "Narrow down"}
              aria-haspopup="dialog"
              data-on={isNarrow || undefined}
              onClick={onNarrow}
              className={cx(isNarrow && "text-citrine!")}
            />
          )}
        </>
      }
    />
  );
}
