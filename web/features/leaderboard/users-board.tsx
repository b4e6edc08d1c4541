import { useQuery } from "@tanstack/react-query";
import type { LeaderboardUser } from "#schema/api/leaderboard.ts";
import { LEADERBOARD_SHOWN } from "#schema/queries.ts";
import { HeartButton } from "#web/features/hearts/heart-button.tsx";
import { cx } from "#view/cx.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Board, type EntryProps } from "./board.tsx";
import { rowClass } from "./board-layout.ts";
import { usersBoardQuery } from "./leaderboard.queries.ts";
import { CreatorChips } from "./creator-chips.tsx";
import { Rank } from "./rank.tsx";

/** Covers its card; both names are in it, so that a press on either is a press on the link. */
function UserHeading({
  username,
  secondLine,
  className,
}: {
  username: string;
  secondLine: string | null;
  className?: string;
}) {
  return (
    <h2>
      <Link to={paths.user(username)} className="after:absolute after:inset-0 after:rounded-card">
        <span className={cx("block font-semibold break-all text-wrap", className)}>
          u/{username}
        </span>
        {secondLine && (
          <span dir="auto" className="line-clamp-2 text-sm text-quiet">
            {secondLine}
          </span>
        )}
      </Link>
    </h2>
  );
}

function UserHeart({ username, heartCount }: LeaderboardUser) {
  return (
    <div className="relative shrink-0">
      <HeartButton type="user" id={username} initialCount={heartCount} name={`u/${username}`} />
    </div>
  );
}

function PodiumUser({ entry, rank }: EntryProps<LeaderboardUser>) {
  const { username, displayName, avatarUrl, heartCount } = entry;
  const isFirst = rank === 1;
  return (
    <article
      aria-label={`u/${username}`}
      className={cx(
        "relative flex h-full flex-col items-center gap-3 rounded-card border bg-surface px-2 py-6 text-center sm:px-3 transition-colors hover:border-edge",
        isFirst ? "border-citrine sm:pt-8 sm:pb-10" : "border-line",
      )}
    >
      <div className="relative">
        <Avatar url={avatarUrl} name={username} size={isFirst ? 96 : 72} />
        <Rank rank={rank} className="absolute -right-1 -bottom-1 size-8 text-sm" />
      </div>
      <div className="mb-auto w-full">
        {/* A line without a name keeps the podium's cards level. */}
        <UserHeading
          username={username}
          secondLine={displayName ?? "\u00A0"}
          className={isFirst ? "text-lg" : "max-sm:text-sm"}
        />
      </div>
      {/* Both chips fit into half of the narrowest phone. */}
      <CreatorChips
        heartCount={heartCount}
        className="justify-center gap-1 max-sm:[&>span]:px-1 max-sm:[&>span]:text-[0.6875rem]"
      />
      <UserHeart {...entry} />
    </article>
  );
}

function RowUser({ entry, rank }: EntryProps<LeaderboardUser>) {
  const { username, displayName, avatarUrl, heartCount } = entry;
  return (
    <article
      aria-label={`u/${username}`}
      className={cx(
        "relative flex items-center gap-2 rounded-card border border-line bg-surface px-3 py-2 transition-colors hover:border-edge sm:gap-4 sm:px-4",
        rowClass.users,
      )}
    >
      <Rank rank={rank} className="min-w-7 text-lg" />
      <Avatar url={avatarUrl} name={username} size={44} />
      <div className="min-w-0 flex-1 items-center justify-between gap-4 sm:flex">
        <div className="min-w-0 text-left">
          <UserHeading username={username} secondLine={displayName} />
        </div>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-2 sm:mt-0 sm:shrink-0 sm:gap-4">
          <CreatorChips heartCount={heartCount} className="gap-1.5 max-sm:[&>span]:px-2" />
          <UserHeart {...entry} />
        </div>
      </div>
    </article>
  );
}

export function UsersBoard() {
  const query = useQuery(usersBoardQuery());
  const users = query.data?.users.slice(0, LEADERBOARD_SHOWN) ?? [];
  return <Board kind="users" query={query} entries={users} Podium={PodiumUser} Row={RowUser} />;
}
