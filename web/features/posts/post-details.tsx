import { Link } from "react-router";
import type { Post } from "#schema/api/posts.ts";
import { HeartButton } from "#web/features/hearts/heart-button.tsx";
import { cx } from "#web/lib/cx.ts";
import { formatCount, plural } from "#web/lib/format-count.ts";
import { timeAgo } from "#web/lib/time-ago.ts";
import { paths } from "#web/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icons.tsx";
import { currentPicture, downloadPicture } from "./download.ts";
import { externalLink, safeHref } from "./external-link.ts";
import { sharePost } from "./share.ts";

const TYPE_NAMES = { image: "Image", gif: "GIF", gallery: "Gallery", video: "Video" } as const;
const outer = { target: "_blank", rel: "noopener noreferrer" } as const;
const action = cx(
  buttonClass("secondary"),
  "w-full justify-start gap-1.5! px-2.5! text-xs! [&>svg]:shrink-0",
);

function Author({ post }: { post: Post }) {
  return (
    <Link
      to={paths.user(post.username)}
      className="hit flex w-max max-w-full items-center gap-2.5 rounded-full pr-3 hover:underline"
    >
      <Avatar url={post.authorAvatar} name={post.author} size={36} />
      <span className="truncate text-sm font-semibold">u/{post.author}</span>
    </Link>
  );
}

function Actions({ post, slide }: { post: Post; slide: number }) {
  const external = externalLink(post);
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(164px,1fr))] gap-2">
      {external && (
        <a href={external.href} {...outer} className={action}>
          <Icon name="external" size={18} />
          {external.label}
        </a>
      )}
      <a href={safeHref(post.redditUrl)} {...outer} className={action}>
        <Icon name="comment" size={18} />
        View Reddit Post
      </a>
      <button type="button" onClick={() => void sharePost(post)} className={action}>
        <Icon name="share" size={18} />
        Share Post
      </button>
      {currentPicture(post, slide) && (
        <button type="button" onClick={() => void downloadPicture(post, slide)} className={action}>
          <Icon name="download" size={18} />
          Download
        </button>
      )}
    </div>
  );
}

function Details({ post }: { post: Post }) {
  const rows: [string, string][] = [
    ["Subreddit", `r/${post.subreddit}`],
    ["Posted", timeAgo(post.createdAt)],
    ["Score", formatCount(post.score)],
    ["Comments", formatCount(post.numComments)],
    ["Media type", TYPE_NAMES[post.mediaType]],
    ["Awards", formatCount(post.awardsCount)],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-t border-line pt-4 text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-quiet">{name}</dt>
          <dd className="text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function AlsoIn({ post }: { post: Post }) {
  if (post.alsoIn.length === 0) return null;
  return (
    <p className="text-sm text-quiet">
      Also posted to{" "}
      {post.alsoIn.map(({ subreddit, redditUrl, permalink }, index) => (
        <span key={permalink}>
          {index > 0 && ", "}
          <a href={safeHref(redditUrl)} {...outer} className="text-text underline">
            r/{subreddit}
          </a>
        </span>
      ))}
    </p>
  );
}

/** Everything about a post but its media. */
export function PostDetails({
  post,
  titleId,
  slide,
}: {
  post: Post;
  titleId: string;
  slide: number;
}) {
  const subreddit = `https://www.reddit.com/r/${encodeURIComponent(post.subreddit)}`;
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-5">
      <div>
        <h2 id={titleId} dir="auto" className="text-lg font-semibold text-pretty">
          {post.title}
        </h2>
        <p className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-quiet">
          {post.isNsfw && <Chip tone="nsfw">NSFW</Chip>}
          <a href={subreddit} {...outer} className="font-semibold text-text hover:underline">
            r/{post.subreddit}
          </a>
          <time dateTime={post.createdAt}>{timeAgo(post.createdAt)}</time>
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Author post={post} />
        <HeartButton type="post" id={post.id} initialCount={post.heartCount} name={post.title} />
      </div>
      <p className="flex items-center gap-4 text-sm tabular-nums">
        <span className="flex items-center gap-1.5">
          <Icon name="arrowUp" size={18} className="text-quiet" />
          {plural(post.score, "point")}
        </span>
        <span className="flex items-center gap-1.5">
          <Icon name="comment" size={18} className="text-quiet" />
          {plural(post.numComments, "comment")}
        </span>
      </p>
      <Actions post={post} slide={slide} />
      <AlsoIn post={post} />
      <Details post={post} />
      <a
        href={safeHref(post.redditUrl)}
        {...outer}
        className="inline-flex min-h-11 items-center gap-1.5 text-sm text-quiet hover:text-text"
      >
        View on Reddit
        <Icon name="external" size={14} />
      </a>
    </div>
  );
}
