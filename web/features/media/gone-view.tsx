import type { GoneMedia } from "#schema/media.ts";
import { Notice, StageLink } from "./notice.tsx";
import { RedditsCopy } from "./reddits-copy.tsx";

/** For a host that has shut down. */
export function GoneView({
  media,
  title,
  active,
  redditUrl,
}: {
  media: GoneMedia;
  title: string;
  active: boolean;
  redditUrl: string;
}) {
  return (
    <RedditsCopy
      media={media}
      title={title}
      active={active}
      note={
        <p className="absolute inset-x-3 top-3 rounded-input bg-black/70 px-3 py-2 text-center text-xs text-white">
          Gfycat Service Discontinued: it shut down in September 2023. This is Reddit&apos;s copy.
        </p>
      }
      otherwise={
        <Notice
          title="Gfycat Service Discontinued"
          icon="video"
          poster={media.poster}
          action={<StageLink href={redditUrl}>View on Reddit</StageLink>}
        >
          Gfycat shut down in September 2023, and its clips went with it.
        </Notice>
      }
    />
  );
}
