import { useEffect, useEffectEvent, useState, type HTMLAttributeReferrerPolicy } from "react";
import type { EmbedMedia } from "#schema/media.ts";
import { useSavesData } from "#web/features/data-saver/data-saver.ts";
import { allowsMotion } from "#web/lib/motion.ts";
import { embedAddress } from "./embed-address.ts";
import { useMediaState } from "./media-state.ts";
import { MediaSpinner } from "./media-spinner.tsx";
import { Notice, StageButton, StageLink } from "./notice.tsx";

/** Frames have no error event, so a frame that takes longer counts as failed. */
const EMBED_LOAD_TIMEOUT_MS = 10_000;

export function EmbedFrame({
  url,
  title,
  referrerPolicy,
  onSilent,
}: {
  url: string;
  title: string;
  referrerPolicy: HTMLAttributeReferrerPolicy;
  /** Called if the frame has not loaded in time. */
  onSilent: () => void;
}) {
  const [loaded, setLoaded] = useState(false);
  const giveUp = useEffectEvent(onSilent);
  useMediaState("frame");

  useEffect(() => {
    if (loaded) return;
    const timer = setTimeout(() => giveUp(), EMBED_LOAD_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [loaded]);

  return (
    <>
      {!loaded && <MediaSpinner />}
      <iframe
        src={url}
        title={title}
        referrerPolicy={referrerPolicy}
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
        // allow-scripts with allow-same-origin lets a frame escape its sandbox only if it is of our own origin.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-forms"
        onLoad={() => setLoaded(true)}
        className="absolute inset-0 size-full border-0"
      />
    </>
  );
}

const HOSTS = { youtube: "YouTube", streamable: "Streamable" } as const;

function SilentHost({ media, onRetry }: { media: EmbedMedia; onRetry: () => void }) {
  return (
    <Notice
      title="Video Error"
      icon="video"
      alert
      poster={media.poster}
      action={
        <>
          <StageButton onClick={onRetry}>Try Again</StageButton>
          <StageLink href={media.watchUrl}>Open Original Video</StageLink>
        </>
      }
    >
      {HOSTS[media.platform]} is not answering.
    </Notice>
  );
}

/** Shown with the data saver: a player loads a megabyte of scripts, so it waits for a press. */
function Still({ media, onPlay }: { media: EmbedMedia; onPlay: () => void }) {
  return (
    <Notice
      title="Data saver is on"
      icon="play"
      poster={media.poster}
      action={<StageButton onClick={onPlay}>Play from {HOSTS[media.platform]}</StageButton>}
    />
  );
}

/** YouTube's frame gets our origin: without any referrer it refuses to play (error 153). */
export function EmbedView({
  media,
  title,
  active,
}: {
  media: EmbedMedia;
  title: string;
  active: boolean;
}) {
  const [isSilent, setIsSilent] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  const saves = useSavesData();
  if (!active) return null;
  if (saves && !isWanted) return <Still media={media} onPlay={() => setIsWanted(true)} />;
  if (isSilent) return <SilentHost media={media} onRetry={() => setIsSilent(false)} />;
  const policy = media.platform === "youtube" ? "strict-origin-when-cross-origin" : "no-referrer";
  return (
    <EmbedFrame
      url={embedAddress(media, allowsMotion())}
      title={title}
      referrerPolicy={policy}
      onSilent={() => setIsSilent(true)}
    />
  );
}
