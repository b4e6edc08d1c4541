import type { BoardKind } from "#schema/api/leaderboard.ts";
import { cx } from "#view/cx.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { podiumItem, podiumList, podiumSkeleton, rowClass } from "./board-layout.ts";

/** As large as a full board, so that nothing moves when it arrives. */
export function BoardSkeleton({ kind }: { kind: BoardKind }) {
  return (
    <div aria-busy="true">
      <output className="sr-only">Loading the leaderboard</output>
      <div className={podiumList}>
        {podiumSkeleton[kind].map((size, at) => (
          <Skeleton key={at} className={cx(podiumItem[at], size)} />
        ))}
      </div>
      <div className="mt-4 flex flex-col gap-2">
        {[3, 4, 5, 6].map((at) => (
          <Skeleton key={at} className={rowClass[kind]} />
        ))}
      </div>
      <Skeleton className="mx-auto mt-6 h-5 w-48" />
    </div>
  );
}
