import { useQuery } from "@tanstack/react-query";
import type { LeaderboardUser } from "#schema/api/leaderboard.ts";
import { cx } from "#view/cx.ts";
import { HeartButton } from "#web/features/hearts/heart-button.tsx";
import { CreatorChips } from "./creator-chips.tsx";
import { usersBoardQuery } from "./leaderboard.queries.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { RetryButton } from "#web/ui/retry-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/state.tsx";

const SHOWN = 6;

const grid = "grid grid-cols-1 gap-3 min-[51.25rem]:grid-cols-2 xl:grid-cols-3";

function UserCard({ user }: { user: LeaderboardUser }) {
  return (
    <li className="relative flex items-center gap-2 rounded-card border border-line bg-surface p-3 sm:gap-3 sm:p-4 transition-colors hover:border-quiet">
      <span className="w-5 shrink-0 sm:w-6 text-center font-display text-lg font-bold text-quiet tabular-nums">
        <span className="sr-only">{`Rank ${user.rank}`}</span>
        <span aria-hidden="true">{user.rank}</span>
      </span>
      <Avatar url={user.avatarUrl} name={user.username} size={40} />
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 sm:gap-x-3">
        <Link
          to={paths.user(user.username)}
          dir="auto"
          className={cx(
            "text-left font-semibold after:absolute after:inset-0 after:rounded-card max-sm:col-span-2",
            user.displayName ? "line-clamp-2" : "block break-all",
          )}
        >
          {user.displayName || `u/${user.username}`}
        </Link>
        {/* Below 1024 px short enough to fit into one row from 360 px up. */}
        <CreatorChips
          heartCount={user.heartCount}
          popularAbove={50}
          className="gap-1 sm:mt-1 [&>span]:px-1 max-lg:[&>span]:text-[0.6875rem] min-[24.375rem]:[&>span]:px-2"
        />
        <div className="relative sm:col-start-2 sm:row-span-2 sm:row-start-1">
          <HeartButton
            type="user"
            id={user.username}
            initialCount={user.heartCount}
            name={`u/${user.username}`}
          />
        </div>
      </div>
    </li>
  );
}

function TeaserBody() {
  const { data, isPending, refetch } = useQuery(usersBoardQuery());
  if (isPending) {
    return (
      <div className={grid} aria-busy="true">
        {Array.from({ length: SHOWN }, (_, index) => (
          <Skeleton key={index} className="h-[86px]" />
        ))}
      </div>
    );
  }
  if (!data) {
    return (
      <ErrorState title="Failed to load leaderboard" action={<RetryButton onRetry={refetch} />} />
    );
  }
  if (data.users.length === 0) {
    return (
      <EmptyState icon="trophy" title="No User Rankings Yet">
        <p>Search for a creator and be the first to give a heart.</p>
      </EmptyState>
    );
  }
  return (
    <ol className={grid}>
      {data.users.slice(0, SHOWN).map((user) => (
        <UserCard key={user.id} user={user} />
      ))}
    </ol>
  );
}

export function LeaderboardTeaser() {
  return (
    <section
      aria-labelledby="teaser-title"
      className="mx-auto w-full max-w-[1280px] px-4 pt-14 sm:px-6"
    >
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="teaser-title" className="font-display text-xl font-bold">
          Top Reddit Creators
        </h2>
        <Link
          to={paths.leaderboard()}
          className={cx(buttonClass("secondary"), "whitespace-normal!")}
        >
          View Full Leaderboard
        </Link>
      </div>
      <TeaserBody />
    </section>
  );
}
