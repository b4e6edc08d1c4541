import { SORTS, type Sort } from "#schema/choices.ts";
import type { PresentationStyle } from "#schema/api/preferences.ts";
import { cx } from "#web/lib/cx.ts";
import { formatCount } from "#web/lib/format-count.ts";
import { Icon, type IconName } from "#web/ui/icons.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Segmented } from "#web/ui/segmented.tsx";
import { FILTERS, type Filter } from "./filters.ts";

const LABELS: Record<Filter, { name: string; icon: IconName }> = {
  all: { name: "All", icon: "all" },
  image: { name: "Images", icon: "image" },
  gallery: { name: "Galleries", icon: "gallery" },
  gif: { name: "GIFs", icon: "gif" },
  video: { name: "Videos", icon: "video" },
};

const SORT_NAMES: Record<Sort, string> = { new: "New", hot: "Hot", top: "Top" };

export interface FilterBarProps {
  filter: Filter;
  counts: Record<Filter, number>;
  onFilter: (filter: Filter) => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
  blur: boolean;
  onBlur: (blur: boolean) => void;
  style: PresentationStyle;
  onStyle: (style: PresentationStyle) => void;
  onSlideshow: (() => void) | null;
  /** Digits the counts can grow to: their places are kept, so that nothing moves as they grow. */
  digits: number;
}

function FilterChoice({ filter, counts, digits, onFilter }: FilterBarProps) {
  return (
    <Segmented
      legend="Show"
      value={filter}
      onChange={onFilter}
      options={FILTERS.map((value) => ({
        value,
        label: `${LABELS[value].name}, ${counts[value]}`,
        children: (
          <>
            <Icon name={LABELS[value].icon} size={18} className="md:hidden" />
            <span className="hidden md:inline">{LABELS[value].name}</span>
            <span
              className="hidden text-left tabular-nums opacity-75 sm:inline-block"
              style={{ minWidth: `${digits}ch` }}
            >
              {formatCount(counts[value])}
            </span>
          </>
        ),
      }))}
    />
  );
}

/** Sticks to the top while the feed scrolls. On a phone its first row scrolls away. */
export function FilterBar(props: FilterBarProps) {
  const { sort, onSort, blur, onBlur, style, onStyle, onSlideshow } = props;
  return (
    <div className="sticky -top-13 z-10 border-b border-line bg-ground/95 backdrop-blur-sm lg:top-0">
      <div className="mx-auto flex max-w-[1920px] flex-wrap items-center gap-x-3 px-3 sm:px-6 lg:h-15 lg:flex-nowrap">
        <div className="flex h-13 basis-full items-center justify-between gap-3 lg:order-2 lg:ml-auto lg:basis-auto">
          <Segmented
            legend="Sort"
            tone="quiet"
            value={sort}
            onChange={onSort}
            options={SORTS.map((value) => ({ value, label: SORT_NAMES[value] }))}
          />
          <IconButton
            icon="play"
            label="Slideshow"
            disabled={!onSlideshow}
            onClick={() => onSlideshow?.()}
            className="disabled:opacity-40"
          />
        </div>
        <div className="flex h-14 items-center lg:order-1">
          <FilterChoice {...props} />
        </div>
        <div className="ml-auto flex lg:order-3 lg:ml-0">
          <ViewToggles {...{ blur, onBlur, style, onStyle }} />
        </div>
      </div>
    </div>
  );
}

function ViewToggles({
  blur,
  onBlur,
  style,
  onStyle,
}: Pick<FilterBarProps, "blur" | "onBlur" | "style" | "onStyle">) {
  return (
    <>
      <IconButton
        icon={blur ? "eyeOff" : "eye"}
        label="Blur"
        title={blur ? "Blur is on" : "Blur is off"}
        aria-pressed={blur}
        onClick={() => onBlur(!blur)}
        className={cx(blur && "text-citrine!")}
      />
      <IconButton
        icon={style === "grid" ? "masonry" : "grid"}
        label={style === "grid" ? "Switch to masonry" : "Switch to grid"}
        onClick={() => onStyle(style === "grid" ? "masonry" : "grid")}
      />
    </>
  );
}
