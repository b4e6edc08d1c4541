import { cx } from "#view/cx.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { podiumHeight, podiumItem, podiumList, rowClass } from "./board-layout.ts";

/** As large as a full board, so that nothing moves when it arrives. */
export function BoardSkeleton({ kind }: { kind: "users" | "posts" }) {
  return (
    <div aria-busy="true">
      <output className="sr-only">Loading the leaderboard</output>
      <div className={podiumList}>
        {podiumHeight[kind].map((height, at) => (
          <Skeleton key={at} className={cx(podiumItem[at], height)} />
        ))}
      </div>
      <div className="mt-4 flex flex-col gap-2">
        {[3, 4, 5, 6].map((at) => (
          <Skeleton key={at} className={rowClass[kind]} />
        ))}
      </div>
    </div>
  );
}
