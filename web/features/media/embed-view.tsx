import {
  useEffect,
  useEffectEvent,
  useState,
  type HTMLAttributeReferrerPolicy,
  type ReactNode,
} from "react";
import type { EmbedMedia } from "#schema/media.ts";
import { useSavesData } from "#web/features/data-saver/data-saver.ts";
import { allowsMotion } from "#web/lib/motion.ts";
import { embedAddress } from "./embed-address.ts";
import { useMediaState } from "./media-state.ts";
import { MediaSpinner } from "./media-spinner.tsx";
import { LateNotice, Notice, StageButton, StageLink } from "./notice.tsx";

/** Frames have no error event. On a slow line a player, a megabyte of scripts, needs longer, so its frame goes on loading. */
const EMBED_LOAD_TIMEOUT_MS = 10_000;

export function EmbedFrame({
  url,
  title,
  referrerPolicy,
  onSilent,
  children,
}: {
  url: string;
  title: string;
  referrerPolicy: HTMLAttributeReferrerPolicy;
  /** Called if the frame has not loaded in time. */
  onSilent?: (() => void) | undefined;
  /** Shown from then until the frame has loaded. */
  children?: ReactNode;
}) {
  const [state, setState] = useState<"loading" | "silent" | "loaded">("loading");
  const isSilent = state === "silent";
  const report = useEffectEvent(() => onSilent?.());
  useMediaState(isSilent ? "lost" : "frame");

  useEffect(() => {
    if (state !== "loading") return;
    const timer = setTimeout(() => {
      setState("silent");
      report();
    }, EMBED_LOAD_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [state]);

  return (
    <>
      {state === "loading" && <MediaSpinner />}
      <iframe
        src={url}
        title={title}
        inert={isSilent}
        referrerPolicy={referrerPolicy}
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
        // allow-scripts with allow-same-origin lets a frame escape its sandbox only if it is of our own origin.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-forms"
        onLoad={() => setState("loaded")}
        className="absolute inset-0 size-full border-0"
      />
      {isSilent && children}
    </>
  );
}

const HOSTS = { youtube: "YouTube", streamable: "Streamable" } as const;

function SilentHost({ media, onRetry }: { media: EmbedMedia; onRetry: () => void }) {
  return (
    <LateNotice className="bg-black">
      <Notice
        title="Video Error"
        icon="video"
        poster={media.poster}
        action={
          <>
            <StageButton onClick={onRetry}>Try Again</StageButton>
            <StageLink href={media.watchUrl}>Open Original Video</StageLink>
          </>
        }
      >
        {HOSTS[media.platform]} is not answering yet.
      </Notice>
    </LateNotice>
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
  const [attempt, setAttempt] = useState(0);
  const [isWanted, setIsWanted] = useState(false);
  const saves = useSavesData();
  if (!active) return null;
  if (saves && !isWanted) return <Still media={media} onPlay={() => setIsWanted(true)} />;
  const policy = media.platform === "youtube" ? "strict-origin-when-cross-origin" : "no-referrer";
  return (
    <EmbedFrame
      key={attempt}
      url={embedAddress(media, allowsMotion())}
      title={title}
      referrerPolicy={policy}
    >
      <SilentHost media={media} onRetry={() => setAttempt(attempt + 1)} />
    </EmbedFrame>
  );
}
