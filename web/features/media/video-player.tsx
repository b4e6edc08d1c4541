import { useEffect, useRef, useState } from "react";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "#web/ui/icons.tsx";
import { MediaSpinner } from "./media-spinner.tsx";
import { Notice, StageButton } from "./notice.tsx";
import { claimPlayback, setMuted, startPlaying, useMuted, usePauseOffScreen } from "./playback.ts";
import { useVideoSource } from "./use-video-source.ts";
import { candidatesOf, type PlayableVideo } from "./video-candidates.ts";

export interface VideoPlayerProps {
  media: PlayableVideo;
  title: string;
  /** Only the slide in view plays. */
  active: boolean;
  onEnded?: () => void;
  /** Takes over when every address has failed; otherwise the player says so itself. */
  onDead?: () => void;
}

const wantsMotion = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

function LoopToggle({ video }: { video: React.RefObject<HTMLVideoElement | null> }) {
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
  return (
    <button
      type="button"
      aria-label={paused ? "Play" : "Pause"}
      onClick={() => (paused ? void video.current?.play() : video.current?.pause())}
      className="absolute bottom-3 left-3 grid size-11 place-items-center rounded-full bg-black/60 text-white hover:bg-black/80"
    >
      <Icon name={paused ? "play" : "pause"} size={18} />
    </button>
  );
}

export function VideoPlayer({ media, title, active, onEnded, onDead }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [waiting, setWaiting] = useState(true);
  const muted = useMuted();
  const candidates = candidatesOf(media);
  const candidate = candidates[attempt];
  const dead = candidate === undefined;

  function next() {
    setWaiting(true);
    if (attempt + 1 >= candidates.length && onDead) onDead();
    else setAttempt(attempt + 1);
  }

  useVideoSource(video, candidate, next);
  usePauseOffScreen(video);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (!active) element.pause();
    else if (wantsMotion()) void startPlaying(element);
  }, [active]);

  if (candidates.length === 0) {
    return <Notice title="Video Unavailable" icon="video" alert poster={media.poster} />;
  }
  if (dead) {
    return (
      <Notice
        title="Video Error"
        icon="video"
        alert
        poster={media.poster}
        action={<StageButton onClick={() => setAttempt(0)}>Try Again</StageButton>}
      >
        None of this video&apos;s addresses could be played.
      </Notice>
    );
  }
  return (
    <>
      {/* Reddit and its hosts give no captions with their videos. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={video}
        aria-label={title}
        className={cx("stage-fit", media.isLoop && "pointer-events-none")}
        poster={media.poster ?? undefined}
        controls={!media.isLoop}
        loop={media.isLoop}
        muted={media.isLoop || muted}
        playsInline
        preload="metadata"
        onPlay={(event) => claimPlayback(event.currentTarget)}
        onLoadedMetadata={(event) => {
          if (active && wantsMotion()) void startPlaying(event.currentTarget);
        }}
        onLoadedData={() => setWaiting(false)}
        onWaiting={() => setWaiting(true)}
        onPlaying={() => setWaiting(false)}
        onVolumeChange={(event) => {
          if (!media.isLoop) setMuted(event.currentTarget.muted);
        }}
        onEnded={onEnded}
        onError={next}
      />
      {waiting && <MediaSpinner />}
      {media.isLoop && <LoopToggle video={video} />}
    </>
  );
}
