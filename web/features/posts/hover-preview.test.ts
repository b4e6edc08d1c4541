// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setSavesData } from "#web/features/data-saver/data-saver.ts";
import { goneMedia, postOf } from "#web/testing/posts.ts";
import { playPreview, previewOf } from "./hover-preview.ts";

test("a card previews the smallest file of its clip", () => {
  expect(previewOf(postOf({ media: goneMedia("720.mp4", "240.mp4") }))).toBe("240.mp4");
});

test("a picture and a clip without files have no preview", () => {
  expect(previewOf(postOf())).toBeNull();
  expect(previewOf(postOf({ media: goneMedia() }))).toBeNull();
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", (media: string) => ({ matches: media.includes("hover") }));
});
afterEach(() => {
  setSavesData(false);
  vi.useRealTimers();
});

/** The card of a clip, with the mouse on it. */
function hoverCard() {
  const card = document.createElement("article");
  card.innerHTML = '<img class="card-picture"><a href="/"></a>';
  const matches = card.matches.bind(card);
  vi.spyOn(card, "matches").mockImplementation((css) => css === ":hover" || matches(css));
  playPreview(card.querySelector("a") as Element, postOf({ media: goneMedia("240.mp4") }));
  return { card, clip: () => card.querySelector("video") };
}

test("a card's clip is loaded once the mouse has stayed, and goes with it", () => {
  const { card, clip } = hoverCard();
  vi.advanceTimersByTime(199);
  expect(clip()).toBeNull();
  vi.advanceTimersByTime(1);
  expect(clip()?.getAttribute("src")).toBe("240.mp4");
  card.dispatchEvent(new Event("pointerleave"));
  expect(clip()).toBeNull();
});

test("a mouse that only passes over a card loads nothing", () => {
  const { card, clip } = hoverCard();
  card.dispatchEvent(new Event("pointerleave"));
  vi.advanceTimersByTime(1_000);
  expect(clip()).toBeNull();
});

test("with reduced motion, or with the data saver, there is no preview", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const still = hoverCard();
  vi.advanceTimersByTime(1_000);
  expect(still.clip()).toBeNull();
  vi.stubGlobal("matchMedia", (media: string) => ({ matches: media.includes("hover") }));
  setSavesData(true);
  const saving = hoverCard();
  vi.advanceTimersByTime(1_000);
  expect(saving.clip()).toBeNull();
});

test("a clip that cannot be played leaves the card's picture", () => {
  const { card, clip } = hoverCard();
  vi.advanceTimersByTime(200);
  clip()?.dispatchEvent(new Event("error"));
  expect(clip()).toBeNull();
  expect(card.querySelector("img")).not.toBeNull();
});
