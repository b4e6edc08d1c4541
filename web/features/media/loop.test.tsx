// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { isMuted } from "./playback.ts";
import { VideoPlayer } from "./video-player.tsx";

test("a silent loop is muted, and does not mute the next video", () => {
  const source = { url: "https://v.redd.it/a/720.mp4", type: "video/mp4", label: "" };
  const media = {
    hlsUrl: null,
    sources: [{ ...source, quality: "hd" as const }],
    poster: null,
    isLoop: true,
    hasAudio: false,
    width: 1280,
    height: 720,
  };
  renderInApp(<VideoPlayer media={media} title="A clip" active={false} />);
  const video = screen.getByLabelText<HTMLVideoElement>("A clip");
  expect(video.muted).toBe(true);
  fireEvent(video, new Event("volumechange"));
  expect(isMuted()).toBe(false);
  expect(localStorage.getItem("muted")).toBeNull();
});
