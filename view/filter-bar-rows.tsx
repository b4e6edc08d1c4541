import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/**
 * One row; two on a wide window for visitors with increased letter spacing, and on a phone with large letters. On a
 * phone that is too narrow, the filters scroll inside the row. Where the browser knows `reading-flow`, Tab follows what
 * is seen, because a wide window has the sorting after the filters.
 */
export function FilterBarRows({
  sorting,
  filters,
  toggles,
  className,
  isHidden,
}: {
  sorting: ReactNode;
  filters: ReactNode;
  toggles?: ReactNode;
  className?: string;
  isHidden?: boolean;
}) {
  return (
    <div aria-hidden={isHidden} className={cx("border-b border-line", className)}>
      <div className="mx-auto flex max-w-[1920px] items-center [reading-flow:flex-visual] gap-x-0.5 px-2 max-[16rem]:flex-wrap min-[23.75rem]:px-3 sm:gap-x-3 sm:px-6 md:max-lg:gap-x-1 lg:flex-wrap lg:gap-x-2">
        <div className="flex h-14 shrink-0 items-center lg:order-2 lg:ml-auto lg:h-15">
          {sorting}
        </div>
        <div className="flex h-14 items-center max-[16rem]:order-1 max-[16rem]:w-full max-md:min-w-0 max-md:overflow-x-auto max-md:[scrollbar-width:none] lg:order-1 lg:h-15">
          {filters}
        </div>
        {toggles && <div className="ml-auto flex shrink-0 lg:order-3 lg:ml-0">{toggles}</div>}
      </div>
    </div>
  );
}

/** About as wide as the sorting and the filters, so that nothing moves when the app draws them. */
export function FilterBarPlaceholder() {
  return (
    <FilterBarRows
      isHidden
      sorting={<span className="h-9 w-16 rounded-full bg-raised lg:h-11 lg:w-41.5" />}
      filters={<span className="h-11 w-50 rounded-full bg-raised md:w-110 lg:w-136" />}
    />
  );
}
