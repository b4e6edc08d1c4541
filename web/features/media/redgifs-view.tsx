import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RedgifsResponse } from "#schema/api/redgifs.ts";
import type { RedgifsMedia } from "#schema/media.ts";
import { failureSentence } from "#web/api/api-error.ts";
import { EmbedFrame } from "./embed-view.tsx";
import { ImageView } from "./image-view.tsx";
import { MediaSpinner } from "./media-spinner.tsx";
import { LateNotice, Notice, StageButton, StageLink } from "./notice.tsx";
import { RedditsCopy } from "./reddits-copy.tsx";
import { isGone, redgifsQuery } from "./redgifs.queries.ts";
import { VideoPlayer, type VideoPlayerProps } from "./video-player.tsx";
import type { PlayableVideo } from "./video-candidates.ts";

/** In the order tried: native, native with new addresses, RedGifs' own frame, Reddit's low-quality copy. */
type Step = "native" | "again" | "embed" | "preview";

function nativeVideo(media: RedgifsMedia, answer: RedgifsResponse): PlayableVideo {
  return {
    hlsUrl: null,
    sources: answer.videoUrls.map((source) => ({ ...source, label: source.quality })),
    poster: answer.poster ?? media.poster,
    isLoop: answer.hasAudio === false,
  };
}

type Props = Omit<VideoPlayerProps, "media"> & { media: RedgifsMedia; redditUrl: string };

function LastResort(props: Props & { gone: boolean }) {
  const { media, title, active, wasPressed, redditUrl, gone } = props;
  const heading = "RedGifs Content Unavailable";
  const reason = gone
    ? "RedGifs no longer has this clip."
    : "RedGifs did not let this clip be played here.";
  return (
    <RedditsCopy
      media={media}
      title={title}
      active={active}
      wasPressed={wasPressed}
      note={`${heading}: ${reason}`}
      otherwise={
        <Notice
          title={heading}
          icon="video"
          alert
          poster={media.poster}
          action={<StageLink href={redditUrl}>View on Reddit</StageLink>}
        >
          {reason}
        </Notice>
      }
    />
  );
}

/** Reddit's copy replaces a slow frame. Without one the frame goes on loading. */
function EmbedStep({
  media,
  title,
  redditUrl,
  onGiveUp,
}: Pick<Props, "media" | "title" | "redditUrl"> & { onGiveUp: () => void }) {
  const hasCopy = media.fallback.length > 0;
  return (
    <>
      <EmbedFrame
        url={media.embedUrl}
        title={title}
        referrerPolicy="no-referrer"
        onSilent={hasCopy ? onGiveUp : undefined}
      >
        <LateNotice className="bg-black">
          <Notice
            title="RedGifs Loading Error"
            icon="video"
            poster={media.poster}
            action={<StageLink href={redditUrl}>View on Reddit</StageLink>}
          >
            RedGifs is not answering yet.
          </Notice>
        </LateNotice>
      </EmbedFrame>
      <div className="absolute right-3 bottom-3">
        <StageButton onClick={onGiveUp}>Not playing?</StageButton>
      </div>
    </>
  );
}

export function RedgifsView(props: Props) {
  const { media, title, active, onEnded, redditUrl } = props;
  const { data, error, isFetching, refetch } = useQuery(redgifsQuery(media.id));
  const [step, setStep] = useState<Step>("native");
  const [wasPressed, setWasPressed] = useState(false);

  if (step === "embed") {
    return <EmbedStep {...props} onGiveUp={() => setStep("preview")} />;
  }
  if (step === "preview" || isGone(error))
    return <LastResort {...props} wasPressed={wasPressed} gone={isGone(error)} />;
  if (isFetching) return <MediaSpinner />;
  if (!data) {
    return (
      <Notice
        title="RedGifs Loading Error"
        icon="video"
        alert
        poster={media.poster}
        action={
          <>
            <StageButton onClick={() => void refetch()}>Try Again</StageButton>
            <StageButton onClick={() => setStep("embed")}>Play from RedGifs</StageButton>
            <StageLink href={redditUrl}>View on Reddit</StageLink>
          </>
        }
      >
        {failureSentence(error, "Unable to load RedGifs content...")}
      </Notice>
    );
  }
  if (data.videoUrls.length === 0) {
    const { width, height } = media;
    const image = { url: data.poster ?? media.poster ?? "", width, height };
    const picture = { kind: "image" as const, image, srcset: [], caption: media.caption };
    return <ImageView media={picture} alt={title} still={media.poster} active={active} />;
  }
  return (
    <VideoPlayer
      key={step}
      media={nativeVideo(media, data)}
      title={title}
      active={active}
      onEnded={onEnded}
      wasPressed={wasPressed}
      onDead={(isPressed) => {
        setWasPressed(isPressed);
        setStep(step === "native" ? "again" : "embed");
        if (step === "native") void refetch();
      }}
    />
  );
}
