import type { PresentationStyle } from "#schema/api/preferences.ts";
import { useContentWidth, useViewportWidth } from "#web/lib/viewport.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { feedLayout } from "./feed-layout.ts";

const RATIOS = [1.2, 0.8, 1, 1.4, 0.7, 1.1, 0.9, 1.3];

/** Tiles where the tiles will be. */
export function FeedSkeleton({ style }: { style: PresentationStyle }) {
  const { columns, columnWidth, gap } = feedLayout(style, useViewportWidth(), useContentWidth());
  return (
    <div
      aria-hidden="true"
      className="flex justify-center overflow-hidden"
      style={{ gap, height: "70dvh" }}
    >
      {Array.from({ length: columns }, (_, column) => (
        <div key={column} className="flex flex-col" style={{ gap, width: columnWidth }}>
          {[0, 1, 2].map((row) => (
            <Skeleton
              key={row}
              className="shrink-0"
              style={{
                height:
                  columnWidth *
                  (style === "grid" ? 1 : (RATIOS[(column * 3 + row) % RATIOS.length] ?? 1)),
              }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
