// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Post } from "#schema/api/posts.ts";
import { setSavesData } from "#web/features/data-saver/data-saver.ts";
import { holdApiCalls } from "#web/testing/api.ts";
import { embedMedia, postOf, redgifsMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { PostViewer } from "./post-viewer.tsx";

beforeEach(() => void holdApiCalls());
afterEach(() => {
  vi.useRealTimers();
  setSavesData(false);
  history.replaceState(null, "", "/");
});

const reducesMotion = () =>
  void vi
    .spyOn(window, "matchMedia")
    .mockImplementation((query) => ({ matches: query.includes("motion") }) as MediaQueryList);

/** Starts a slideshow at a post with a picture after it. Returns the title in view after that many milliseconds. */
async function play(media: Post["media"]) {
  const path = "/following?post=abc12";
  history.replaceState(null, "", path);
  const clip = postOf({ title: "A clip", mediaType: "video", media });
  renderInApp(<PostViewer posts={[clip, postOf({ id: "t3_def34", title: "A picture" })]} />, {
    path,
  });
  const start = await screen.findByRole("button", { name: "Start slideshow" });
  vi.useFakeTimers();
  fireEvent.click(start);
  return async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    return screen.getByRole("heading", { level: 2 }).textContent;
  };
}

function press(name: string) {
  fireEvent.click(screen.getByRole("button", { name }));
  fireEvent.load(screen.getByTitle("A clip"));
}

test("a host's still stays as long as a picture, and its player 45 seconds from the press", async () => {
  setSavesData(true);
  const titleAfter = await play(embedMedia);
  await titleAfter(3_000);
  press("Play from Streamable");
  expect(await titleAfter(44_999)).toBe("A clip");
  expect(await titleAfter(1)).toBe("A picture");
});

test("with the data saver a still that is not pressed stays as long as a picture", async () => {
  setSavesData(true);
  const titleAfter = await play(embedMedia);
  expect(await titleAfter(4_999)).toBe("A clip");
  expect(await titleAfter(1)).toBe("A picture");
});

test("with reduced motion a host's player stays 45 seconds, because it may be started at any time", async () => {
  reducesMotion();
  const titleAfter = await play(embedMedia);
  fireEvent.load(screen.getByTitle("A clip"));
  expect(await titleAfter(44_999)).toBe("A clip");
  expect(await titleAfter(1)).toBe("A picture");
});

test("with reduced motion RedGifs' player stays 45 seconds from the press", async () => {
  reducesMotion();
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 500 }));
  const titleAfter = await play(redgifsMedia);
  await titleAfter(3_000);
  press("Play from RedGifs");
  expect(await titleAfter(44_999)).toBe("A clip");
  expect(await titleAfter(1)).toBe("A picture");
});
