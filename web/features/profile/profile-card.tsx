import { ProfileSection } from "#view/profile-section.tsx";
import { ATOM_TYPE, feedPath } from "#schema/feeds.ts";
import { useState } from "react";
import { cx } from "#view/cx.ts";
import { Icon } from "#view/icon.tsx";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { Badges } from "#web/features/badges/badges.tsx";
import type { ListingAnswer } from "#web/features/companion/listing-answer.ts";
import { SourceChip, SourceNote } from "#web/features/companion/load-source.ts";
import { useHeart } from "#web/features/hearts/hearts.queries.ts";
import { HeartButton } from "#web/features/hearts/heart-button.tsx";
import { heartsText } from "#web/lib/format-count.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

export function ProfileCard({ username, answer }: { username: string; answer: ListingAnswer }) {
  const { userInfo } = answer;
  const name = userInfo?.username || username;
  const rank = userInfo?.rank ?? null;
  const target = { type: "user", id: name } as const;
  const initialCount = userInfo ? userInfo.heartCount : 0;
  const { heartCount } = useHeart(target, initialCount).heart;
  const [isCountLate] = useState(heartCount === null);
  return (
    <>
      <ProfileSection
        portrait={<Avatar url={userInfo?.avatarUrl ?? null} name={name} size={64} />}
        name={userInfo?.title || name}
        byline={
          <>
            <span className="max-w-full truncate">u/{name}</span>
            <span className="flex flex-wrap items-center">
              {/* Where the line has no room for it: the heart's button has the number. */}
              <span
                className={cx(
                  "tabular-nums",
                  rank === null ? "max-[24rem]:sr-only" : "max-xs:sr-only",
                )}
              >
                <span className="max-sm:hidden">&nbsp;·&nbsp;</span>
                <span className={cx(isCountLate && "inline-block min-w-[13ch]")}>
                  {heartCount !== null && heartsText(heartCount)}
                </span>
                &nbsp;·&nbsp;
              </span>
              <Link
                to={paths.leaderboard()}
                className="hit inline-flex items-center gap-1 rounded-sm hover:text-text"
              >
                <Icon
                  name="trophy"
                  size={16}
                  className={cx("text-citrine", rank === null && "max-md:hidden")}
                />
                {rank && <span>{`#${rank}`}</span>}
                <span className={cx(rank !== null && "max-md:sr-only")}>
                  {rank ? "on the leaderboard" : "Leaderboard"}
                </span>
              </Link>
              <SourceChip answer={answer} username={name} />
            </span>
          </>
        }
        badges={
          <div className="flex items-center gap-3">
            <Badges username={name} />
            <a
              href={feedPath(name, "xml")}
              type={ATOM_TYPE}
              aria-label="Atom feed"
              className="hit ml-auto shrink-0 rounded-sm text-sm text-quiet hover:text-text"
            >
              Feed
            </a>
          </div>
        }
        heart={<HeartButton {...target} initialCount={initialCount} name={`u/${name}`} />}
      />
      <SourceNote answer={answer} username={name} />
    </>
  );
}

export function ProfileSkeleton({ username }: { username: string }) {
  return (
    <ProfileSection
      portrait={<Skeleton className="size-16 rounded-full" />}
      name={`u/${username}`}
      byline={<output>Searching u/{username}&apos;s post history...</output>}
    />
  );
}
