import { KEPT_DAYS } from "#schema/kept.ts";
import { useQuery } from "@tanstack/react-query";
import type { WaitingPost, WaitingPostsResponse } from "#schema/api/saved.ts";
import { isCovered } from "#schema/media.ts";
import { queryKeys } from "#schema/queries.ts";
import { withoutPostPrefix } from "#schema/reddit-id.ts";
import { REDDIT_ORIGIN } from "#schema/reddit-origin.ts";
import { failureSentence } from "#web/api/api-error.ts";
import { fetchByKey } from "#web/api/query-client.ts";
import { useSession } from "#web/features/auth/session.queries.ts";
import { storeListHeart } from "#web/features/hearts/heart-cache.ts";
import { HeartButton } from "#web/features/hearts/heart-button.tsx";
import { CoverReason } from "#web/features/posts/cover-reason.tsx";
import { useHoldToReveal } from "#web/features/posts/use-hold-to-reveal.ts";
import { usePreferences } from "#web/features/preferences/preferences.queries.ts";
import { ageToMinute } from "#web/lib/time-ago.ts";
import { RetryButton } from "#web/ui/retry-button.tsx";
import { Thumbnail } from "#web/ui/thumbnail.tsx";
import { staleAfterVote } from "./saved.queries.ts";

function WaitingRow({ post }: { post: WaitingPost }) {
  const { blurEnabled } = usePreferences();
  const { id, title, subreddit, username, thumbnailUrl, savedAt } = post;
  const hold = useHoldToReveal(isCovered(post, blurEnabled));
  return (
    <li className="group relative flex items-center gap-3 border-t border-line px-3 py-3 sm:px-4 first:border-0">
      <Thumbnail
        url={thumbnailUrl}
        isCovered={hold.isCovered}
        className="size-14 shrink-0 rounded-sm"
      />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 text-sm font-semibold wrap-anywhere">
          <CoverReason post={post} />{" "}
          <a
            href={`${REDDIT_ORIGIN}/comments/${withoutPostPrefix(id)}`}
            dir="auto"
            target="_blank"
            rel="noopener noreferrer nofollow"
            draggable={false}
            onClick={(event) => {
              if (hold.endedHold()) event.preventDefault();
            }}
            className="select-none [-webkit-touch-callout:none] after:absolute after:inset-0 hover:underline"
            {...hold.handlers}
          >
            {title}
          </a>
        </p>
        <p className="mt-0.5 line-clamp-3 text-xs wrap-anywhere text-quiet">
          u/{username} in r/{subreddit} ·{" "}
          <time dateTime={savedAt} className="whitespace-nowrap">
            {ageToMinute(savedAt)}
          </time>
        </p>
      </div>
      <div className="relative">
        <HeartButton type="post" id={id} initialCount={1} name={title} />
      </div>
    </li>
  );
}

/** A line, where the saved posts below have an error view and a toast. */
function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3 text-sm">
      <p role="alert">Hearts that wait could not be loaded. {failureSentence(error, "")}</p>
      <RetryButton tone="secondary" onRetry={onRetry} />
    </div>
  );
}

/**
 * Hearts of posts that only this visitor's browser has seen so far. Renders nothing if there are none, or if they failed
 * with the saved posts, whose error is enough.
 */
export function WaitingPosts({ hasListFailed = false }: { hasListFailed?: boolean }) {
  const { isAuthenticated } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.saved("waiting"),
    queryFn: async (context) => {
      const askedAt = performance.now();
      const answer = await fetchByKey<WaitingPostsResponse>(context);
      for (const { id } of answer.posts)
        storeListHeart(
          context.client,
          { type: "post", id },
          { voted: true, heartCount: 1, askedAt },
        );
      return { ...answer, askedAt };
    },
    staleTime: ({ state }) => staleAfterVote(state.data),
    enabled: isAuthenticated,
  });
  if (!data && error && hasListFailed) return null;
  if (!data && error) return <LoadFailed error={error} onRetry={refetch} />;
  if (!data?.posts.length) return null;
  return (
    <section aria-labelledby="waiting" className="mb-6">
      <h2 id="waiting" className="text-sm font-semibold">
        Waiting to be confirmed
      </h2>
      <p className="mt-1 mb-3 text-sm text-quiet">
        You hearted these through your own Reddit. They join your saved posts once our source knows
        them, and leave this list after {KEPT_DAYS.waitingHeart} days if it does not. Until then
        only you see them.
      </p>
      <ul className="rounded-card border border-line bg-surface">
        {data.posts.map((post) => (
          <WaitingRow key={post.id} post={post} />
        ))}
      </ul>
    </section>
  );
}
