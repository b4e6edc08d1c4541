import { useId } from "react";
import type { Post } from "#schema/api/posts.ts";
import { isAdult, mediaAt } from "#schema/media.ts";
import { REDDIT_ORIGIN } from "#schema/reddit-origin.ts";
import { HeartButton } from "#web/features/hearts/heart-button.tsx";
import { cx } from "#view/cx.ts";
import { formatDateTime } from "#web/lib/format-date-time.ts";
import { plural } from "#web/lib/format-count.ts";
import { postAge } from "#web/lib/time-ago.ts";
import { OUTER_LINK } from "#web/lib/outer-link.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#view/icon.tsx";
import { DownloadActions } from "#web/features/downloads/download-actions.tsx";
import { externalLink, safeHref } from "./external-link.ts";
import { typeOf } from "./media-type.ts";
import { sharePost } from "./send-link.ts";

const TYPE_NAMES = { image: "Image", gif: "GIF", gallery: "Gallery", video: "Video" } as const;
const quietAction = cx(
  buttonClass("ghost"),
  "flex-col justify-start! gap-1! px-1.5! py-2 text-center text-xs! font-medium! whitespace-normal! text-quiet hover:text-text [&>svg]:shrink-0",
);
const EXACT_NUMBER = new Intl.NumberFormat("en");

function Author({ post }: { post: Post }) {
  return (
    <Link
      to={paths.user(post.username)}
      className="hit flex w-max max-w-full items-center gap-2.5 rounded-full pr-3 hover:underline"
    >
      <Avatar url={post.authorAvatar} name={post.author} size={36} />
      <span className="truncate text-sm font-semibold">{`u/${post.author}`}</span>
    </Link>
  );
}

function Actions({ post, slide }: { post: Post; slide: number }) {
  const external = externalLink(post);
  return (
    <div className="flex flex-col gap-1">
      {external && (
        <a href={external.href} {...OUTER_LINK} className={cx(buttonClass("primary"), "w-full")}>
          <Icon name="external" size={18} />
          <span>{external.label}</span>
        </a>
      )}
      <div
        className={cx(
          "grid gap-1",
          post.media.kind === "gallery"
            ? "grid-cols-2"
            : "grid-cols-[repeat(auto-fit,minmax(96px,1fr))]",
        )}
      >
        <a href={safeHref(post.redditUrl)} {...OUTER_LINK} className={quietAction}>
          <Icon name="comment" size={18} />
          View Reddit Post
        </a>
        <button type="button" onClick={() => void sharePost(post)} className={quietAction}>
          <Icon name="share" size={18} />
          Share Post
        </button>
        <DownloadActions post={post} slide={slide} className={quietAction} />
      </div>
    </div>
  );
}

/** Exact numbers and the date, which the lines above round, and the whole caption. */
function Details({ post, slide }: { post: Post; slide: number }) {
  const id = useId();
  const shown = mediaAt(post.media, slide);
  const rows: [string, string][] = [
    ["Subreddit", `r/${post.subreddit}`],
    ["Posted", formatDateTime(post.createdAt)],
    ["Score", EXACT_NUMBER.format(post.score)],
    ["Comments", EXACT_NUMBER.format(post.numComments)],
    ["Media type", TYPE_NAMES[typeOf(post)]],
    ["Awards", EXACT_NUMBER.format(post.awardsCount)],
  ];
  // Over a gallery's picture a long one is cut.
  if (shown && "caption" in shown && shown.caption) rows.push(["Caption", shown.caption]);
  return (
    <section aria-labelledby={id} className="rounded-card bg-raised px-4 py-3.5">
      <h3 id={id} className="mb-2 text-xs font-semibold text-quiet">
        Details
      </h3>
      <dl className="grid gap-1.5 text-xs">
        {rows.map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-6">
            <dt className="text-quiet">{name}</dt>
            <dd dir="auto" className="ml-auto tabular-nums">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
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
          <a href={safeHref(redditUrl)} {...OUTER_LINK} className="text-text underline">
            r/{subreddit}
          </a>
        </span>
      ))}
    </p>
  );
}

export function PostDetails({
  post,
  titleId,
  slide,
}: {
  post: Post;
  titleId: string;
  slide: number;
}) {
  const subreddit = `${REDDIT_ORIGIN}/r/${encodeURIComponent(post.subreddit)}`;
  return (
    <div className="flex flex-col gap-4 overflow-x-clip p-4 sm:p-5">
      <div>
        <h2 id={titleId} dir="auto" className="text-lg font-semibold text-pretty">
          {post.title}
        </h2>
        <p className="flex flex-wrap items-center gap-x-2.5 text-sm text-quiet">
          {isAdult(post) && <Chip tone="nsfw">NSFW</Chip>}
          <a
            href={subreddit}
            {...OUTER_LINK}
            className="inline-flex min-h-11 min-w-11 items-center font-semibold text-text hover:underline"
          >
            {`r/${post.subreddit}`}
          </a>
          <time dateTime={post.createdAt}>{postAge(post.createdAt)}</time>
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Author post={post} />
        <HeartButton type="post" id={post.id} initialCount={post.heartCount} name={post.title} />
      </div>
      <p className="flex items-center gap-4 text-sm tabular-nums">
        <span className="flex items-center gap-1.5">
          <Icon name="arrowUp" size={18} className="text-quiet" />
          <span>{plural(post.score, "point")}</span>
        </span>
        <span className="flex items-center gap-1.5">
          <Icon name="comment" size={18} className="text-quiet" />
          <span>{plural(post.numComments, "comment")}</span>
        </span>
      </p>
      <Actions post={post} slide={slide} />
      <AlsoIn post={post} />
      <Details post={post} slide={slide} />
      <a
        href={safeHref(post.redditUrl)}
        {...OUTER_LINK}
        className="inline-flex min-h-11 items-center gap-1.5 text-sm text-quiet hover:text-text"
      >
        View on Reddit
        <Icon name="external" size={14} />
      </a>
    </div>
  );
}
