// @vitest-environment happy-dom
import { fireEvent, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { postOf } from "#web/testing/posts.ts";
import { usePlaceOnResize } from "./use-place-on-resize.ts";

const POSTS = Array.from({ length: 40 }, (_, at) => postOf({ id: `t3_${at}` }));

const placesOf = (columns: number) =>
  POSTS.map((_, index) => ({ index, x: 0, y: Math.floor(index / columns) * 500, height: 500 }));

test("the last post stays in view although the browser has moved the window to the lower list's end", () => {
  const scrollBy = vi.fn<(options: ScrollToOptions) => void>();
  vi.stubGlobal("scrollBy", scrollBy);
  vi.stubGlobal("scrollY", 0);
  const list = { current: document.createElement("div") };
  const { rerender } = renderHook(({ places }) => usePlaceOnResize(list, POSTS, places, 0), {
    initialProps: { places: placesOf(1) },
  });
  vi.stubGlobal("scrollY", 19_500);
  fireEvent.scroll(window);
  vi.stubGlobal("scrollY", 9_600);
  rerender({ places: placesOf(2) });
  expect(scrollBy).toHaveBeenCalledExactlyOnceWith({ top: 9_500, behavior: "instant" });
});

const single = POSTS.map((_, index) => ({ index, x: 0, y: index * 500, height: 480 }));
const double = POSTS.map((_, index) => {
  return { index, x: 0, y: Math.floor(index / 2) * 320, height: 300 };
});

test.each([
  ["of a card that begins above the window the same part stays out of view", 1_240, 0, [470]],
  ["a card below a gap stays as far below it", 1_490, 0, [310]],
  ["the list's distance from the top of the page does not count", 1_540, 300, [470]],
  ["a window above the list stays where it is", 300, 300, []],
  ["a window on a card that keeps its place stays where it is", 100, 0, []],
])("%s", (_, top, start, expected) => {
  const scrollBy = vi.fn<(options: ScrollToOptions) => void>();
  vi.stubGlobal("scrollBy", scrollBy);
  vi.stubGlobal("scrollY", top);
  const list = { current: document.createElement("div") };
  const { rerender } = renderHook(
    ({ posts, places }) => usePlaceOnResize(list, posts, places, start),
    {
      initialProps: { posts: POSTS, places: single },
    },
  );
  rerender({ posts: POSTS, places: double });
  expect(scrollBy.mock.calls.map(([options]) => options.top)).toEqual(expected);
  scrollBy.mockReset();
  rerender({ posts: POSTS, places: [...double] });
  expect(scrollBy, "the places are kept already").not.toHaveBeenCalled();
  rerender({ posts: POSTS.toReversed(), places: single });
  expect(scrollBy, "other posts have no place to keep").not.toHaveBeenCalled();
});
