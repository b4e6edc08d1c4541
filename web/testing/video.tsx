import { act, screen } from "@testing-library/react";
import { vi } from "vitest";
import type { PlayableVideo } from "#web/features/media/video-candidates.ts";
import { VideoPlayer } from "#web/features/media/video-player.tsx";
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

/** With fake timers. */
export const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
