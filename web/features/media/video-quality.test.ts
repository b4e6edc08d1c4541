// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { VideoSource } from "#schema/media.ts";
import { levelWithin, withinHeight } from "./video-quality.ts";

const source = (label: string, quality: VideoSource["quality"] = "hd"): VideoSource => ({
  url: `https://a.example/${label}`,
  type: "video/mp4",
  quality,
  label,
});

const labels = (sources: VideoSource[]) => sources.map(({ label }) => label);

test("files within the limit come first, best first, then the others, smallest first", () => {
  const all = [source("1080p"), source("720p"), source("480p"), source("240p")];
  expect(labels(withinHeight(all, 480))).toEqual(["480p", "240p", "720p", "1080p"]);
  expect(labels(withinHeight(all, 240))).toEqual(["240p", "480p", "720p", "1080p"]);
  expect(labels(withinHeight(all, null))).toEqual(["1080p", "720p", "480p", "240p"]);
});

test("a file without a height is judged by its quality's name", () => {
  const all = [source("HD", "hd"), source("SD", "sd")];
  expect(labels(withinHeight(all, 720))).toEqual(["SD", "HD"]);
  const small = [source("Standard", "standard"), source("Mobile", "mobile")];
  expect(labels(withinHeight(small, 240))).toEqual(["Mobile", "Standard"]);
});

test("of a stream's levels the best within the limit is chosen, else the smallest", () => {
  const levels = [
    { width: 640, height: 360 },
    { width: 1920, height: 1080 },
    { width: 1280, height: 720 },
  ];
  expect(levelWithin(levels, 720)).toBe(2);
  expect(levelWithin(levels, 240)).toBe(0);
  expect(levelWithin([], 480)).toBe(-1);
  expect(
    levelWithin(
      [
        { width: 0, height: 720 },
        { width: 0, height: 360 },
      ],
      480,
    ),
  ).toBe(1);
});

test("an upright stream's levels are measured across, as its files are named", () => {
  const levels = [
    { width: 240, height: 426 },
    { width: 480, height: 854 },
    { width: 720, height: 1280 },
  ];
  expect(levelWithin(levels, 480)).toBe(1);
  expect(levelWithin(levels, 720)).toBe(2);
});
