import { useQuery } from "@tanstack/react-query";
import type { Post } from "#schema/api/posts.ts";
import { isAdult, isCovered } from "#schema/media.ts";
import { LEADERBOARD_SHOWN } from "#schema/queries.ts";
import { HeartButton } from "#web/features/hearts/heart-button.tsx";
import { CoverReason } from "#web/features/posts/cover-reason.tsx";
import { PostLink } from "#web/features/posts/post-link.tsx";
import { PostViewer } from "#web/features/posts/post-viewer.tsx";
import { useHoldToReveal } from "#web/features/posts/use-hold-to-reveal.ts";
import { cx } from "#view/cx.ts";
import { Thumbnail } from "#web/ui/thumbnail.tsx";
import { Board, type EntryProps } from "./board.tsx";
import { rowClass } from "./board-layout.ts";
import { postsBoardQuery } from "./leaderboard.queries.ts";
import { Rank } from "./rank.tsx";

function PostOrigin({ post }: { post: Post }) {
  return (
    <p className="truncate text-xs text-quiet">
      u/{post.username} · r/{post.subreddit}
    </p>
  );
}

function PostHeart({ post }: { post: Post }) {
  return (
    <div className="relative w-max">
      <HeartButton type="post" id={post.id} initialCount={post.heartCount} name={post.title} />
    </div>
  );
}

function PodiumPost({ entry: post, rank }: EntryProps<Post>) {
  const isFirst = rank === 1;
  // On the boards only the post's own marks decide about the blur, not the visitor's preference.
  const hold = useHoldToReveal(isCovered(post, isAdult(post)));
  return (
    <article
      aria-label={post.title}
      className={cx(
        "group relative overflow-hidden rounded-card border bg-surface transition-colors hover:border-edge",
        isFirst ? "border-citrine" : "border-line",
      )}
    >
      <Thumbnail
        url={post.thumbnailUrl}
        pictures={post.thumbnails}
        isCovered={hold.isCovered}
        sizes="(min-width: 640px) 300px, 50vw"
        className={isFirst ? "aspect-[4/3] sm:aspect-square" : "aspect-[4/3]"}
      />
      <div className="absolute top-2 right-2 left-2 flex items-start justify-between">
        <Rank rank={rank} className="size-9 text-base" />
        <CoverReason post={post} />
      </div>
      <div className="flex flex-col gap-2 p-3">
        <h2 className="line-clamp-2 min-h-[2.9em] text-sm font-semibold">
          <PostLink id={post.id} hold={hold}>
            {post.title}
          </PostLink>
        </h2>
        <PostOrigin post={post} />
        <PostHeart post={post} />
      </div>
    </article>
  );
}

function RowPost({ entry: post, rank }: EntryProps<Post>) {
  const hold = useHoldToReveal(isCovered(post, isAdult(post)));
  return (
    <article
      aria-label={post.title}
      className={cx(
        "group relative overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-edge flex items-center gap-3 pr-3 max-[18rem]:flex-wrap max-[18rem]:p-2 sm:pr-4",
        rowClass.posts,
      )}
    >
      <Rank rank={rank} className="ml-3 w-7 text-lg" />
      <Thumbnail
        url={post.thumbnailUrl}
        pictures={post.thumbnails}
        isCovered={hold.isCovered}
        sizes="128px"
        className="w-[80px] shrink-0 self-stretch max-[18rem]:h-16 sm:w-32"
      />
      <div className="min-w-0 flex-1 items-center gap-3 py-2 max-[18rem]:basis-full sm:flex">
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 text-sm font-semibold">
            <PostLink id={post.id} hold={hold}>
              {post.title}
            </PostLink>
          </h2>
          <PostOrigin post={post} />
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2">
          <CoverReason post={post} />
          <PostHeart post={post} />
        </div>
      </div>
    </article>
  );
}

export function PostsBoard() {
  const query = useQuery(postsBoardQuery());
  const posts = query.data?.posts.slice(0, LEADERBOARD_SHOWN) ?? [];
  return (
    <>
      <Board kind="posts" query={query} entries={posts} Podium={PodiumPost} Row={RowPost} />
      <PostViewer posts={posts} />
    </>
  );
}
