import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/**
 * The row between filters and feed. It holds what does not fit into the filter bar: below 1280 px tools, below 1024 px
 * the sorting, and `shown` names the active filter where the bar cannot. Visitors without a choice read that pictures
 * are covered; for the others app/first.js hides that note before the first paint.
 */
export function FeedNote({
  sorting,
  shown,
  slideshow,
  isCoverOffered,
  hasOfferRoom,
  onUncover,
}: {
  sorting: ReactNode;
  shown?: ReactNode;
  slideshow?: ReactNode;
  isCoverOffered: boolean;
  hasOfferRoom?: boolean;
  onUncover?: () => void;
}) {
  return (
    <div className="mx-auto flex w-full max-w-[1920px] flex-wrap items-center gap-x-3 px-3 text-sm text-quiet sm:px-6">
      {sorting}
      {shown}
      {/* Over the edge of the touch target of "Show them". */}
      <div className="relative z-1 ml-auto flex h-11 items-center md:order-1 xl:hidden">
        {slideshow}
      </div>
      {(isCoverOffered || hasOfferRoom) && (
        <p
          className={cx(
            "cover-note noscript:hidden max-md:w-full max-md:pb-1 xl:pt-3",
            hasOfferRoom && "invisible",
          )}
        >
          Pictures are covered.{" "}
          <button
            type="button"
            onClick={onUncover}
            className="hit rounded-sm font-semibold text-citrine underline underline-offset-2"
          >
            Show them
          </button>
        </p>
      )}
    </div>
  );
}

/** About as wide as the sorting, so that nothing moves when the app draws it. */
export const SortPlaceholder = () => (
  <span aria-hidden="true" className="h-9 w-18 rounded-full bg-raised lg:hidden" />
);
