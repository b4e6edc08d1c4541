import type { ReactNode } from "react";
import type { SearchResponse } from "#schema/api/posts.ts";
import { Badges } from "#web/features/badges/badges.tsx";
import { useHeart } from "#web/features/hearts/hearts.queries.ts";
import { HeartButton } from "#web/features/hearts/heart-button.tsx";
import { heartsText } from "#web/lib/format-count.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

function Frame({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Profile"
      className="mx-auto flex w-full max-w-[1920px] flex-col items-center gap-3 px-4 py-6 text-center sm:flex-row sm:gap-5 sm:px-6 sm:py-8 sm:text-left"
    >
      {children}
    </section>
  );
}

/** Who it is: one row on a desktop, stacked on a phone. */
export function ProfileCard({ username, answer }: { username: string; answer: SearchResponse }) {
  const { userInfo, stale, sortExact } = answer;
  const name = userInfo?.username || username;
  const target = { type: "user", id: name } as const;
  const { heartCount } = useHeart(target, userInfo?.heartCount ?? 0).heart;
  return (
    <Frame>
      <Avatar url={userInfo?.avatarUrl ?? null} name={name} size={88} />
      <div className="w-full min-w-0 flex-1">
        <h1 className="font-display text-xl font-extrabold">{userInfo?.title || name}</h1>
        <p className="mt-0.5 text-sm text-quiet">
          u/{name} · <span className="tabular-nums">{heartsText(heartCount)}</span>
        </p>
        <div className="mt-1 flex justify-center sm:justify-start">
          <Badges username={name} />
        </div>
        {stale && <span className="sr-only">Older copy</span>}
        {!sortExact && (
          <p className="mt-2 text-xs text-quiet">
            This source cannot sort by itself: the order is that of the posts fetched so far.
          </p>
        )}
      </div>
      <HeartButton {...target} initialCount={userInfo?.heartCount ?? 0} name={`u/${name}`} />
    </Frame>
  );
}

export function ProfileSkeleton({ username }: { username: string }) {
  return (
    <Frame>
      <Skeleton className="size-22 rounded-full" />
      <div className="w-full min-w-0 flex-1">
        <h1 className="font-display text-xl font-extrabold">u/{username}</h1>
        <output className="mt-0.5 block text-sm text-quiet">
          Searching u/{username}&apos;s post history...
        </output>
        <div className="mt-1 h-17 sm:h-11" />
      </div>
    </Frame>
  );
}
