// @vitest-environment happy-dom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Post } from "#schema/api/posts.ts";
import { queryKeys } from "#schema/queries.ts";
import { ApiError } from "#web/api/api-error.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { setSavesData } from "#web/features/data-saver/data-saver.ts";
import { postOf, videoMedia } from "#web/testing/posts.ts";
import { useSlideshow } from "./slideshow.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(post: Post, onNext: () => void) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { rerender, result } = renderHook(
    (change: object) =>
      useSlideshow({ playing: true, post, slide: 0, state: null, onNext, ...change }),
    { wrapper, initialProps: {} },
  );
  return { client, rerender, result };
}

test("a clip of RedGifs stays for its own length once its answer has come", () => {
  const onNext = vi.fn<() => void>();
  const media = { kind: "redgifs", id: "quietgem", isImage: false } as Post["media"];
  const { client } = start(postOf({ media }), onNext);
  vi.advanceTimersByTime(30_000);
  const videoUrls = [{ url: "https://media.redgifs.com/a.mp4", type: "video/mp4", quality: "hd" }];
  const answer = { videoUrls, hasAudio: false, duration: 10 };
  act(() => {
    client.setQueryData(queryKeys.redgifs("quietgem"), answer);
    vi.advanceTimersByTime(0);
  });
  vi.advanceTimersByTime(11_999);
  expect(onNext).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onNext).toHaveBeenCalledTimes(1);
});

test("Reddit's copy of a clip that RedGifs no longer has stays as a loop; a failed look-up keeps the time of an unknown length", () => {
  const media = { kind: "redgifs", id: "quietgem", isImage: false } as Post["media"];
  for (const [status, stays] of [
    [410, 8000],
    [502, 45_000],
  ] as const) {
    const onNext = vi.fn<() => void>();
    const { client } = start(postOf({ media }), onNext);
    const error = new ApiError({ status, code: null, sentence: "" });
    act(() => {
      const [query] = client.getQueryCache().findAll({ queryKey: queryKeys.redgifs("quietgem") });
      query?.setState({ status: "error", error });
      vi.advanceTimersByTime(0);
    });
    vi.advanceTimersByTime(stays - 1);
    expect(onNext, String(status)).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onNext, String(status)).toHaveBeenCalledTimes(1);
  }
});

test("a video of ten minutes that cannot be played stays as long as a picture", () => {
  const onNext = vi.fn<() => void>();
  const media = { kind: "video", directUrl: "https://v.redd.it/a.mp4", isLoop: false } as const;
  const { rerender } = start(
    postOf({ media: { ...media, duration: 600 } as Post["media"] }),
    onNext,
  );
  vi.advanceTimersByTime(20_000);
  expect(onNext).not.toHaveBeenCalled();
  rerender({ state: "lost" });
  vi.advanceTimersByTime(4_999);
  expect(onNext).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onNext).toHaveBeenCalledTimes(1);
});

test("a slideshow rests in a hidden tab, and gives its slide the whole time once the tab is shown", () => {
  const isHidden = vi.spyOn(document, "hidden", "get").mockReturnValue(false);
  const turn = (hidden: boolean) => {
    isHidden.mockReturnValue(hidden);
    document.dispatchEvent(new Event("visibilitychange"));
  };
  const onNext = vi.fn<() => void>();
  const post = postOf();
  start(post, onNext);
  vi.advanceTimersByTime(4_000);
  turn(true);
  vi.advanceTimersByTime(60_000);
  expect(onNext).not.toHaveBeenCalled();
  turn(false);
  vi.advanceTimersByTime(4_999);
  expect(onNext).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onNext).toHaveBeenCalledTimes(1);
});

test("a picture shown by a press meanwhile stays its whole time", () => {
  const onNext = vi.fn<() => void>();
  const { rerender } = start(postOf(), onNext);
  vi.advanceTimersByTime(4_000);
  rerender({ post: postOf({ id: "t3_def34" }) });
  vi.advanceTimersByTime(4_999);
  expect(onNext).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onNext).toHaveBeenCalledTimes(1);
});

test("a stopped slideshow shows no other post, not even when its tab is shown again", () => {
  const onNext = vi.fn<() => void>();
  const { rerender } = start(postOf(), onNext);
  rerender({ playing: false });
  document.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(60_000);
  expect(onNext).not.toHaveBeenCalled();
});

test.each<[string, () => void]>([
  ["with the data saver", () => setSavesData(true)],
  [
    "with reduced motion",
    () => void vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList),
  ],
])("%s a video stays as long as a picture, and once started its own length", (_, choose) => {
  choose();
  const media = { ...videoMedia, directUrl: "https://v.redd.it/a.mp4", duration: 60 };
  const onNext = vi.fn<() => void>();
  const { rerender } = start(postOf({ media }), onNext);
  vi.advanceTimersByTime(5_000);
  expect(onNext).toHaveBeenCalledTimes(1);
  rerender({ post: postOf({ id: "t3_def34", media }) });
  const video = document.body.appendChild(document.createElement("video"));
  fireEvent.play(video);
  vi.advanceTimersByTime(74_999);
  expect(onNext).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(onNext).toHaveBeenCalledTimes(2);
  video.remove();
  setSavesData(false);
});

test.each(["before the slideshow", "during it"])(
  "a press of play %s counts for its slide, also when the post's data change",
  (when) => {
    setSavesData(true);
    onTestFinished(() => setSavesData(false));
    const media = { ...videoMedia, directUrl: "https://v.redd.it/a.mp4", duration: 60 };
    const onNext = vi.fn<() => void>();
    const { rerender } = start(postOf({ media }), onNext);
    if (when === "before the slideshow") rerender({ playing: false });
    const video = document.body.appendChild(document.createElement("video"));
    onTestFinished(() => video.remove());
    fireEvent.play(video);
    rerender({});
    vi.advanceTimersByTime(10_000);
    rerender({ post: postOf({ media, heartCount: 7 }) });
    vi.advanceTimersByTime(64_999);
    expect(onNext).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onNext).toHaveBeenCalledTimes(1);
    rerender({ post: postOf({ id: "t3_def34", media }) });
    rerender({});
    vi.advanceTimersByTime(5_000);
    expect(onNext, "another start of the same post").toHaveBeenCalledTimes(2);
  },
);

test("a video that ended before the slideshow stays as long as a picture, and started again its own length", () => {
  const media = { ...videoMedia, directUrl: "https://v.redd.it/a.mp4", duration: 60 };
  const onNext = vi.fn<() => void>();
  const { rerender } = start(postOf({ media }), onNext);
  rerender({ playing: false });
  const video = document.body.appendChild(document.createElement("video"));
  onTestFinished(() => video.remove());
  fireEvent.play(video);
  fireEvent.ended(video);
  rerender({});
  vi.advanceTimersByTime(4_999);
  expect(onNext).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onNext).toHaveBeenCalledTimes(1);
  fireEvent.play(video);
  vi.advanceTimersByTime(74_999);
  expect(onNext).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(onNext).toHaveBeenCalledTimes(2);
});

test("a video that ends in a hidden tab is followed by the next post once the tab is shown", () => {
  const isHidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const onNext = vi.fn<() => void>();
  const { result } = start(postOf({ media: videoMedia }), onNext);
  result.current();
  vi.advanceTimersByTime(60_000);
  expect(onNext).not.toHaveBeenCalled();
  isHidden.mockReturnValue(false);
  document.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(0);
  expect(onNext).toHaveBeenCalledTimes(1);
});
