import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/**
 * The row between filters and feed. Below 1280 px it holds the tools that do not fit into the filter bar, and `shown`
 * names the active filter where the bar cannot. Visitors without a choice read that pictures are covered; for the
 * others app/first.js hides that note before the first paint.
 */
export function FeedNote({
  shown,
  slideshow,
  isCoverOffered,
  hasOfferRoom,
  onUncover,
}: {
  shown?: ReactNode;
  slideshow?: ReactNode;
  isCoverOffered: boolean;
  hasOfferRoom?: boolean;
  onUncover?: () => void;
}) {
  return (
    <div className="mx-auto flex w-full max-w-[1920px] flex-wrap items-center gap-x-3 px-3 text-sm text-quiet sm:px-6">
      {shown}
      <div className="ml-auto flex h-11 items-center md:order-1 xl:hidden">{slideshow}</div>
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
