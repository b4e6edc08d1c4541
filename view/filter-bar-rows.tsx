import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/**
 * One row; two on a wide window for visitors with increased letter spacing, and on a phone with large letters. On a
 * phone that is too narrow, the filters scroll inside the row. Below 1024 px the sorting is in the note under it.
 */
export function FilterBarRows({
  filters,
  sorting,
  toggles,
  className,
  isHidden,
}: {
  filters: ReactNode;
  sorting: ReactNode;
  toggles?: ReactNode;
  className?: string;
  isHidden?: boolean;
}) {
  return (
    <div aria-hidden={isHidden} className={cx("border-b border-line", className)}>
      <div className="mx-auto flex max-w-[1920px] items-center gap-x-0.5 px-2 max-[16rem]:flex-wrap xs:px-3 sm:px-6 lg:flex-wrap lg:gap-x-2">
        <div className="flex h-14 items-center max-[16rem]:w-full max-md:min-w-0 max-md:overflow-x-auto max-md:[scrollbar-width:none] lg:h-15">
          {filters}
        </div>
        <div className="ml-auto flex h-15 shrink-0 items-center max-lg:hidden">{sorting}</div>
        {toggles && <div className="ml-auto flex shrink-0 lg:ml-0">{toggles}</div>}
      </div>
    </div>
  );
}

/** As high as the app's rows at every width, so that nothing moves when it draws them. */
export function FilterBarPlaceholder() {
  return (
    <FilterBarRows
      isHidden
      filters={<span className="h-11 w-57 rounded-full bg-raised md:w-110 lg:w-136" />}
      sorting={<span className="h-11 w-41.5 rounded-full bg-raised" />}
      toggles={<span className="size-11" />}
    />
  );
}
