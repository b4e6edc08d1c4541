import { act, fireEvent, screen } from "@testing-library/react";
import { vi } from "vitest";
import { setSavesData } from "#web/features/data-saver/data-saver.ts";
import type { PlayableVideo } from "#web/features/media/video-candidates.ts";
import { VideoPlayer } from "#web/features/media/video-player.tsx";
import { setMaxHeight } from "#web/features/media/video-quality.ts";
import { FakeHls, streams } from "./hls.ts";
import { videoFile, videoMedia } from "./posts.ts";
import { renderInApp } from "./render.tsx";

/** The file that plays where the stream cannot. */
export const FILE = "https://v.redd.it/a/720.mp4";

export const STREAM = {
  ...videoMedia,
  hlsUrl: "https://v.redd.it/a/list.m3u8",
  sources: [videoFile(FILE)],
};

export const shownVideo = () => screen.getByLabelText<HTMLVideoElement>("A clip");

export const renderVideo = (media: PlayableVideo, active = false) =>
  renderInApp(<VideoPlayer media={media} title="A clip" active={active} />);

export const playButton = () => screen.queryByRole("button", { name: "Play" });

/** With the data saver. */
export const pressPlay = () => fireEvent.click(screen.getByRole("button", { name: "Play" }));

export const chooseQuality = (height: string) =>
  fireEvent.change(screen.getByLabelText("Video quality"), { target: { value: height } });

/** After a test with FakeHls. */
export function forgetStreams(): void {
  FakeHls.supported = true;
  streams.length = 0;
  setSavesData(false);
  setMaxHeight(null);
  localStorage.clear();
}

/** With fake timers. */
export const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
