import { memo, useId } from "react";
import type { Post } from "#schema/api/posts.ts";
import { HeartButton } from "#web/features/hearts/heart-button.tsx";
import { mediaLabel } from "#web/features/posts/media-label.ts";
import { preloadViewer } from "#web/features/posts/post-viewer.tsx";
import { useHoldToReveal } from "#web/features/posts/use-hold-to-reveal.ts";
import { cx } from "#web/lib/cx.ts";
import { plural } from "#web/lib/format-count.ts";
import { isPlainClick } from "#web/lib/plain-click.ts";
import { timeAgo } from "#web/lib/time-ago.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icons.tsx";
import { CardPicture } from "./card-picture.tsx";

export interface PostCardProps {
  post: Post;
  href: string;
  onOpen: (id: string) => void;
  x: number;
  y: number;
  width: number;
  height: number;
  blurred: boolean;
  eager: boolean;
  urgent: boolean;
}

function Chips({ post }: { post: Post }) {
  const label = mediaLabel(post);
  if (!label && !post.isSpoiler && !post.isNsfw) return null;
  return (
    <div className="pointer-events-none absolute top-2 right-2 left-2 flex gap-1.5">
      {label && (
        <Chip tone="media">
          <Icon name={label.icon} size={14} strokeWidth={2.2} />
          {label.text}
        </Chip>
      )}
      {post.isSpoiler && <Chip tone="media">Spoiler</Chip>}
      {post.isNsfw && <Chip tone="nsfw">NSFW</Chip>}
    </div>
  );
}

function Scrim({ post, titleId }: { post: Post; titleId: string }) {
  return (
    <div className="scrim">
      <div className="flex items-end gap-2">
        <h2 id={titleId} dir="auto" className="scrim-title">
          {post.title}
        </h2>
        <div className="pointer-events-auto shrink-0">
          <HeartButton
            type="post"
            id={post.id}
            initialCount={post.heartCount}
            name={post.title}
            look="overlay"
          />
        </div>
      </div>
      <p className="scrim-meta">
        <span className="max-w-full truncate">r/{post.subreddit}</span>
        <span>{plural(post.score, "point")}</span>
        <span>{plural(post.numComments, "comment")}</span>
        <span>{timeAgo(post.createdAt)}</span>
      </p>
    </div>
  );
}

/** One post in the feed. The link covers the card; what is on top of it lets presses through. */
export const PostCard = memo(function PostCard(props: PostCardProps) {
  const { post, href, onOpen, x, y, width, height, blurred, eager, urgent } = props;
  const titleId = useId();
  const hold = useHoldToReveal(blurred);
  const covered = blurred && !hold.revealed;

  return (
    <article
      aria-labelledby={titleId}
      className={cx("card group", covered && "card-covered")}
      style={{ width, height, transform: `translate(${x}px, ${y}px)` }}
    >
      <CardPicture
        post={post}
        width={width}
        eager={eager}
        urgent={urgent}
        className="card-picture"
      />
      {covered && (
        <span className="card-eye">
          <Icon name="eyeOff" size={26} />
        </span>
      )}
      {/* oxlint-disable-next-line jsx-a11y/anchor-has-content -- its title names it, from beside it */}
      <a
        href={href}
        aria-labelledby={titleId}
        data-post={post.id}
        draggable={false}
        onPointerEnter={preloadViewer}
        onFocus={preloadViewer}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          if (!hold.tookPress()) onOpen(post.id);
        }}
        className="absolute inset-0 rounded-card"
        {...hold.handlers}
      />
      <Chips post={post} />
      <Scrim post={post} titleId={titleId} />
    </article>
  );
});
