import type { PresentationStyle } from "#schema/api/preferences.ts";
import { useViewport } from "#web/lib/viewport.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { feedLayout } from "./feed-layout.ts";

const RATIOS = [1.2, 0.8, 1, 1.4, 0.7, 1.1, 0.9, 1.3];
const ROWS = [0, 1, 2, 3];

export function FeedSkeleton({ style, height }: { style: PresentationStyle; height: string }) {
  const { width, content } = useViewport();
  const { columns, columnWidth, gap } = feedLayout(style, width, content);
  const ratio = (column: number, row: number) =>
    style === "grid" ? 1 : (RATIOS[(column * 3 + row) % RATIOS.length] ?? 1);
  return (
    <div aria-hidden="true" className="flex justify-center overflow-hidden" style={{ gap, height }}>
      {Array.from({ length: columns }, (_, column) => (
        <div key={column} className="flex flex-col" style={{ gap, width: columnWidth }}>
          {ROWS.map((row) => (
            <Skeleton
              key={row}
              className="shrink-0"
              style={{ height: Math.round(columnWidth * ratio(column, row)) }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
