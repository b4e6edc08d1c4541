import { memo, useId, useState } from "react";
import type { Post } from "#schema/api/posts.ts";
import { isAdult } from "#schema/media.ts";
import { HeartButton } from "#web/features/hearts/heart-button.tsx";
import { mediaLabel } from "#web/features/posts/media-label.ts";
import { hoverCard, preloadViewer } from "#web/features/posts/post-viewer.tsx";
import { useHoldToReveal } from "#web/features/posts/use-hold-to-reveal.ts";
import { plural } from "#web/lib/format-count.ts";
import { isPlainClick } from "#web/lib/plain-click.ts";
import { timeAgo } from "#web/lib/time-ago.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#view/icon.tsx";
import { Tile, TileScrim } from "#view/tile.tsx";
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
  /** Of the picture's `srcset`. */
  sizes: string;
  eager: boolean;
  urgent: boolean;
  showsCreator?: boolean;
  isNew?: boolean;
}

function Chips({
  id,
  post,
  showsCreator,
  isNew,
}: Pick<PostCardProps, "post" | "showsCreator" | "isNew"> & { id: string }) {
  const label = mediaLabel(post);
  const isArchived = "fromArchive" in post;
  const isPlain = !label && !post.isSpoiler && !isArchived && !isAdult(post);
  if (isPlain && !showsCreator) return null;
  return (
    <div
      id={id}
      aria-hidden="true"
      className="pointer-events-none absolute top-2 right-2 left-2 flex flex-wrap gap-1.5"
    >
      {showsCreator && <Chip tone="media">u/{post.username}</Chip>}
      {isNew && <Chip tone="citrine">New</Chip>}
      {label && (
        <Chip tone="media">
          <Icon name={label.icon} size={14} strokeWidth={2.2} />
          {label.text}
        </Chip>
      )}
      {isArchived && <Chip tone="media">Archive</Chip>}
      {post.isSpoiler && <Chip tone="media">Spoiler</Chip>}
      {isAdult(post) && <Chip tone="nsfw">NSFW</Chip>}
    </div>
  );
}

function Scrim({ post, titleId }: { post: Post; titleId: string }) {
  const heart = (
    <HeartButton
      type="post"
      id={post.id}
      initialCount={post.heartCount}
      name={beginningOf(post.title)}
      look="overlay"
    />
  );
  return (
    <TileScrim title={post.title} titleId={titleId} heart={heart}>
      <p className="scrim-meta">
        <span className="max-w-full truncate">r/{post.subreddit}</span>
        <span>{plural(post.score, "point")}</span>
        <span>{plural(post.numComments, "comment")}</span>
        <span>{timeAgo(post.createdAt)}</span>
      </p>
    </TileScrim>
  );
}

/** Tells the hearts of a list apart; the card's heading says the whole title. */
const beginningOf = (title: string) => title.replace(/^(.{16}\S{0,12})\s.+$/su, "$1…");

/**
 * The link covers the card; chips and scrim above it let pointer events through. It is the heading that screen readers
 * say, once: title and chips, which name it, are hidden from them where they are seen.
 */
export const PostCard = memo(function PostCard(props: PostCardProps) {
  const { post, href, onOpen, x, y, width, height, blurred, sizes, eager, urgent } = props;
  const titleId = useId();
  const chipsId = `${titleId}c`;
  const hold = useHoldToReveal(blurred);
  const covered = blurred && !hold.revealed;
  const [isSharp, setSharp] = useState(!covered);
  // Once uncovered, the sharp picture stays: covering it again needs no other.
  if (!covered && !isSharp) setSharp(true);

  return (
    <Tile
      aria-labelledby={titleId}
      isCovered={covered}
      className="group"
      style={{ width, height, transform: `translate(${x}px, ${y}px)` }}
    >
      <CardPicture post={post} sizes={sizes} isSharp={isSharp} eager={eager} urgent={urgent} />
      {covered && (
        <span className="card-eye">
          <Icon name="eyeOff" size={26} />
        </span>
      )}
      <h2 className="absolute inset-0">
        {/* oxlint-disable-next-line jsx-a11y/anchor-has-content -- title and chips name it, from beside it */}
        <a
          href={href}
          aria-labelledby={`${titleId} ${chipsId}`}
          data-post={post.id}
          draggable={false}
          onPointerEnter={(event) => {
            // A finger that scrolls over a card uncovers nothing.
            if (event.pointerType !== "touch") setSharp(true);
            hoverCard(event, post);
          }}
          onFocus={() => {
            setSharp(true);
            preloadViewer();
          }}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            if (!hold.endedHold()) onOpen(post.id);
          }}
          className="absolute inset-0 rounded-card"
          {...hold.handlers}
        />
      </h2>
      <Chips id={chipsId} post={post} showsCreator={props.showsCreator} isNew={props.isNew} />
      <Scrim post={post} titleId={titleId} />
    </Tile>
  );
});
