import { useQueryClient } from "@tanstack/react-query";
import type { SavedPost } from "#schema/api/saved.ts";
import { isCovered } from "#schema/media.ts";
import { queryKeys } from "#schema/queries.ts";
import { HeartButton } from "#web/features/hearts/heart-button.tsx";
import { CoverReason } from "#web/features/posts/cover-reason.tsx";
import { PostLink } from "#web/features/posts/post-link.tsx";
import { PostViewer } from "#web/features/posts/post-viewer.tsx";
import { useHoldToReveal } from "#web/features/posts/use-hold-to-reveal.ts";
import { usePreferences } from "#web/features/preferences/preferences.queries.ts";
import { ageToMinute } from "#web/lib/time-ago.ts";
import { useNextPage } from "#web/lib/use-next-page.ts";
import { Thumbnail } from "#web/ui/thumbnail.tsx";
import { SavedList } from "./saved-list.tsx";
import { useSavedPosts } from "./saved.queries.ts";
import { WaitingPosts } from "./waiting-posts.tsx";

function SavedPostCard({ post, blurEnabled }: { post: SavedPost; blurEnabled: boolean }) {
  const hold = useHoldToReveal(isCovered(post, blurEnabled));
  const { id, title, subreddit, savedAt, heartCount, thumbnails, thumbnailUrl } = post;
  return (
    <article
      aria-label={title}
      className="group relative overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-edge"
    >
      <Thumbnail
        url={thumbnailUrl}
        pictures={thumbnails}
        isCovered={hold.isCovered}
        sizes="(min-width: 1024px) 260px, 50vw"
        className="aspect-[4/3]"
      />
      <div className="pointer-events-none absolute top-2 right-2">
        <CoverReason post={post} />
      </div>
      <div className="flex flex-col gap-1 p-3">
        <p className="line-clamp-2 min-h-[2.9em] text-sm font-semibold">
          <PostLink id={id} hold={hold}>
            {title}
          </PostLink>
        </p>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="min-w-0 text-xs text-quiet">
            r/{subreddit}
            <br />
            <time dateTime={savedAt}>Saved {ageToMinute(savedAt)}</time>
          </p>
          <div className="relative">
            <HeartButton type="post" id={id} initialCount={heartCount} name={title} />
          </div>
        </div>
      </div>
    </article>
  );
}

export function SavedPosts() {
  const client = useQueryClient();
  const query = useSavedPosts();
  const { onMore } = useNextPage(query, "posts");
  const { blurEnabled } = usePreferences();
  const posts = query.data?.pages.flatMap((page) => page.posts) ?? [];
  /** The list's error stands for that of the waiting hearts too. */
  const retry = () => {
    void client.refetchQueries({
      queryKey: queryKeys.saved("waiting"),
      predicate: ({ state }) => state.status === "error",
    });
    void query.refetch();
  };
  return (
    <>
      <WaitingPosts hasListFailed={query.isError && posts.length === 0} />
      <SavedList
        kind="posts"
        query={query}
        count={posts.length}
        hint="Press the heart of a post you like, and find it here again."
        onRetry={retry}
        cardClass="h-72"
        gridClass="grid grid-cols-2 gap-3 lg:grid-cols-3"
      >
        {posts.map((post) => (
          <li key={post.id} className="max-[18rem]:col-span-2">
            <SavedPostCard post={post} blurEnabled={blurEnabled} />
          </li>
        ))}
      </SavedList>
      <PostViewer
        posts={posts}
        hasMore={query.hasNextPage}
        pages={query.data?.pages.length ?? 0}
        error={query.isFetchNextPageError ? query.error : null}
        onMore={onMore}
      />
    </>
  );
}
