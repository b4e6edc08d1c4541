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
      note="Gfycat Service Discontinued: it shut down in September 2023."
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
