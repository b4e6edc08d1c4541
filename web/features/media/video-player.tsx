import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { cx } from "#view/cx.ts";
import { Icon } from "#view/icon.tsx";
import { useSavesData } from "#web/features/data-saver/data-saver.ts";
import { allowsMotion } from "#web/lib/motion.ts";
import { MediaSpinner } from "./media-spinner.tsx";
import { Notice, passFocusToViewer, StageButton, StageLink } from "./notice.tsx";
import {
  claimPlayback,
  setMuted,
  setVolume,
  startPlaying,
  storedVolume,
  useMuted,
  usePauseOffScreen,
} from "./playback.ts";
import { QualitySelect } from "./quality-select.tsx";
import { useVideoSource } from "./use-video-source.ts";
import { type Candidate, candidatesOf, type PlayableVideo } from "./video-candidates.ts";
import { useMaxHeight } from "./video-quality.ts";

export interface VideoPlayerProps {
  media: PlayableVideo;
  title: string;
  /** False for gallery items out of view. */
  active: boolean;
  onEnded?: () => void;
  /** Called when every address has failed. Without it the player shows the error. */
  onDead?: (isPressed: boolean) => void;
  /** Play was pressed before, in a player of other addresses. */
  wasPressed?: boolean;
  /** Offered if the video has no address at all. */
  redditUrl?: string;
}

interface LoopToggleProps {
  video: React.RefObject<HTMLVideoElement | null>;
  ref: React.RefObject<HTMLButtonElement | null>;
}

function LoopToggle({ video, ref }: LoopToggleProps) {
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const sync = () => setPaused(element.paused);
    sync();
    for (const name of ["play", "pause"]) element.addEventListener(name, sync);
    return () => {
      for (const name of ["play", "pause"]) element.removeEventListener(name, sync);
    };
  }, [video]);
  useLayoutEffect(() => passFocusToViewer(ref.current), [ref]);
  return (
    <button
      ref={ref}
      type="button"
      aria-label={paused ? "Play" : "Pause"}
      onClick={() => {
        const element = video.current;
        if (element) void (paused ? startPlaying(element) : element.pause());
      }}
      className="absolute bottom-3 left-3 grid size-11 place-items-center rounded-full bg-black/60 text-white hover:bg-black/80"
    >
      <Icon name={paused ? "play" : "pause"} size={18} />
    </button>
  );
}

/**
 * With the data saver, instead of the browser's controls, which show a loading ring as long as a stream has no data. A
 * press anywhere on the still counts.
 */
function PlayButton({ onPress }: { onPress: () => void }) {
  return (
    <div className="absolute inset-0 grid place-items-center">
      <button
        type="button"
        aria-label="Play"
        onClick={onPress}
        className="grid size-16 place-items-center rounded-full bg-black/60 text-white after:absolute after:inset-0 hover:bg-black/80"
      >
        <Icon name="play" size={28} />
      </button>
    </div>
  );
}

/** The host failed to make the video, or has lost it: a second try gives the same. */
function NoVideo({ poster, redditUrl }: { poster: string | null; redditUrl: string | undefined }) {
  return (
    <Notice
      title="Video Unavailable"
      icon="video"
      alert
      poster={poster}
      action={redditUrl && <StageLink href={redditUrl}>View on Reddit</StageLink>}
    >
      Its host could not process this video, or has lost it.
    </Notice>
  );
}

function DeadVideo({ poster, onRetry }: { poster: string | null; onRetry: () => void }) {
  return (
    <Notice
      title="Video Error"
      icon="video"
      alert
      poster={poster}
      action={<StageButton onClick={onRetry}>Try Again</StageButton>}
    >
      None of this video&apos;s addresses could be played.
    </Notice>
  );
}

interface PlayingVideoProps extends Omit<VideoPlayerProps, "onDead" | "wasPressed" | "redditUrl"> {
  candidate: Candidate;
  hasQualities: boolean;
  isPressed: boolean;
  onPress: () => void;
  onFailure: () => void;
}

/** Its effects belong to one element, so Try Again mounts a new one. */
function PlayingVideo(props: PlayingVideoProps) {
  const { media, title, active, candidate, hasQualities, isPressed, onPress, onEnded, onFailure } =
    props;
  const video = useRef<HTMLVideoElement>(null);
  const loopToggle = useRef<HTMLButtonElement>(null);
  const [waiting, setWaiting] = useState(true);
  const [hasAddress, setHasAddress] = useState(false);
  const muted = useMuted();
  const maxHeight = useMaxHeight();
  const saves = useSavesData();
  const [waitsForPress, setWaitsForPress] = useState(saves && !isPressed);
  // Kept: the data saver does not unload the video when it is switched on again.
  if (waitsForPress && !saves) setWaitsForPress(false);
  const isWanted = !waitsForPress;
  const startsItself = active && (isPressed || (!saves && allowsMotion()));
  /** Paused by the visitor before the first data, which must not start it again. Chromium pauses a failed video too. */
  const pausedBy = useRef<"visitor" | "failure" | null>(null);

  function fail() {
    setWaiting(true);
    onFailure();
  }
  const handleError = useVideoSource(video, candidate, {
    maxHeight,
    isWanted,
    onFailure: fail,
  });
  usePauseOffScreen(video);
  // The failure of the last address removes the video, which got the focus with the press.
  useLayoutEffect(() => passFocusToViewer(video.current), []);

  async function start(element: HTMLVideoElement) {
    if (startsItself && pausedBy.current !== "visitor") await startPlaying(element);
    // Safari loads a stream's first picture only after play is pressed.
    if (element.paused) setWaiting(false);
  }

  const startInView = useEffectEvent((element: HTMLVideoElement) => {
    if (startsItself) void startPlaying(element);
  });
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (!active) element.pause();
    else if (isWanted) startInView(element);
  }, [active, isWanted]);

  function press() {
    flushSync(() => {
      setWaitsForPress(false);
      onPress();
    });
    // The pressed button is gone.
    (loopToggle.current ?? video.current)?.focus({ preventScroll: true });
  }

  return (
    <>
      {/* Reddit and other hosts send no captions. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={video}
        aria-label={title}
        className={cx("stage-fit", media.isLoop && "pointer-events-none")}
        poster={media.poster ?? undefined}
        controls={hasAddress && !media.isLoop}
        // Without controls only a tabindex lets it take the focus of the pressed button.
        tabIndex={hasAddress ? undefined : -1}
        loop={media.isLoop}
        muted={media.isLoop || muted}
        playsInline
        preload={isWanted ? "metadata" : "none"}
        onLoadStart={(event) => {
          setHasAddress(true);
          event.currentTarget.volume = storedVolume();
        }}
        onPlay={(event) => {
          pausedBy.current = null;
          claimPlayback(event.currentTarget);
        }}
        onLoadedMetadata={(event) => void start(event.currentTarget)}
        onLoadedData={() => setWaiting(false)}
        onWaiting={() => setWaiting(true)}
        onPlaying={() => setWaiting(false)}
        // A video paused while it waits sends no `playing`. Started again without data, it sends `waiting`.
        onPause={() => {
          pausedBy.current ??= "visitor";
          setWaiting(false);
        }}
        onVolumeChange={(event) => {
          if (media.isLoop) return;
          setMuted(event.currentTarget.muted);
          setVolume(event.currentTarget.volume);
        }}
        onEnded={onEnded}
        onError={(event) => {
          if (!event.currentTarget.paused) pausedBy.current = "failure";
          setWaiting(true);
          handleError();
        }}
      />
      {waiting && isWanted && <MediaSpinner />}
      {!isWanted && <PlayButton onPress={press} />}
      {hasQualities && !media.isLoop && <QualitySelect />}
      {isWanted && media.isLoop && <LoopToggle video={video} ref={loopToggle} />}
    </>
  );
}

export function VideoPlayer({ onDead, wasPressed = false, redditUrl, ...props }: VideoPlayerProps) {
  const { media } = props;
  // By address: another quality changes the candidates' order.
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [isPressed, setPressed] = useState(wasPressed);
  // A press starts one playback: a video that is left and shown again starts by itself only where all do.
  if (isPressed && !props.active) setPressed(false);
  const candidates = candidatesOf(media, useMaxHeight());
  const untried = candidates.filter(({ url }) => !failed.includes(url));
  const [candidate] = untried;

  if (candidates.length === 0) return <NoVideo poster={media.poster} redditUrl={redditUrl} />;
  function retry() {
    setFailed([]);
    setPressed(true);
  }
  if (!candidate) return <DeadVideo poster={media.poster} onRetry={retry} />;
  return (
    <PlayingVideo
      {...props}
      candidate={candidate}
      isPressed={isPressed}
      onPress={() => setPressed(true)}
      hasQualities={media.hlsUrl !== null || candidates.length > 1}
      onFailure={() => {
        if (untried.length === 1 && onDead) onDead(isPressed);
        else setFailed([...failed, candidate.url]);
      }}
    />
  );
}
