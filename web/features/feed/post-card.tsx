import { memo, useId, useState } from "react";
import type { Post } from "#schema/api/posts.ts";
import { isAdult } from "#schema/media.ts";
import { isArchived } from "#web/features/companion/listing-answer.ts";
import { HeartButton } from "#web/features/hearts/heart-button.tsx";
import { mediaLabel } from "#web/features/posts/media-label.ts";
import { hoverCard, preloadViewer } from "#web/features/posts/post-viewer.tsx";
import { useHoldToReveal } from "#web/features/posts/use-hold-to-reveal.ts";
import { plural } from "#web/lib/format-count.ts";
import { isPlainClick } from "#web/lib/plain-click.ts";
import { postAge } from "#web/lib/time-ago.ts";
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
  isCovered: boolean;
  /** The `sizes` of the picture's `srcset`. */
  sizes: string;
  eager: boolean;
  urgent: boolean;
  showsCreator?: boolean;
  isNew?: boolean;
}

/** Returns null for a card without chips. */
function chipsOf({ post, showsCreator, isNew }: PostCardProps, id: string) {
  const label = mediaLabel(post);
  const isFromArchive = isArchived(post);
  const isPlain = !label && !post.isSpoiler && !isFromArchive && !isAdult(post);
  if (isPlain && !showsCreator) return null;
  return (
    <div
      id={id}
      className="pointer-events-none absolute top-2 right-2 left-2 flex flex-wrap gap-1.5"
    >
      {showsCreator && <Chip tone="media">u/{post.username}</Chip>}
      {isNew && <Chip tone="citrine">New</Chip>}
      {label && (
        <Chip tone="media">
          <Icon name={label.icon} size={14} strokeWidth={2.2} />
          {label.noun && <span className="sr-only">{label.noun}</span>}
          <span>{label.text}</span>
        </Chip>
      )}
      {isFromArchive && <Chip tone="media">Archive</Chip>}
      {post.isSpoiler && <Chip tone="media">Spoiler</Chip>}
      {isAdult(post) && <Chip tone="nsfw">NSFW</Chip>}
    </div>
  );
}

/** A short name for the heart's label. The card's heading has the whole title. */
const beginningOf = (title: string) => title.replace(/^(.{16}\S{0,12})\s.+$/su, "$1…");

/** The title's link covers the card (feed.css); only the heart stands above it. */
export const PostCard = memo(function PostCard(props: PostCardProps) {
  const { post, href, onOpen, x, y, width, height, isCovered, sizes, eager, urgent } = props;
  const titleId = useId();
  const chipsId = `${titleId}c`;
  const chips = chipsOf(props, chipsId);
  const hold = useHoldToReveal(isCovered);
  const [isSharp, setSharp] = useState(!hold.isCovered);
  // The sharp picture is kept after it is uncovered: covering it again would only load another file.
  if (!hold.isCovered && !isSharp) setSharp(true);

  const title = (
    <h2 className="min-w-0 flex-1">
      <a
        href={href}
        id={titleId}
        aria-describedby={chips ? chipsId : undefined}
        dir="auto"
        data-post={post.id}
        draggable={false}
        onPointerEnter={(event) => {
          // A finger that scrolls over a card must not load its sharp picture.
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
        className="card-link scrim-title"
        {...hold.handlers}
      >
        {post.title}
      </a>
    </h2>
  );
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
    <Tile
      aria-labelledby={titleId}
      isCovered={hold.isCovered}
      className="group"
      style={{ width, height, transform: `translate(${x}px, ${y}px)` }}
    >
      <CardPicture post={post} sizes={sizes} isSharp={isSharp} eager={eager} urgent={urgent} />
      {hold.isCovered && (
        <span className="covered-eye card-eye">
          <Icon name="eyeOff" size={26} />
        </span>
      )}
      {chips}
      <TileScrim title={title} heart={heart}>
        <p className="scrim-meta">
          <span className="max-w-full truncate">r/{post.subreddit}</span>
          <span>{plural(post.score, "point")}</span>
          <span>{plural(post.numComments, "comment")}</span>
          <span>{postAge(post.createdAt)}</span>
        </p>
      </TileScrim>
    </Tile>
  );
});
