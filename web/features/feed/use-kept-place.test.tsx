// @vitest-environment happy-dom
import { fireEvent, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { postOf } from "#web/testing/posts.ts";
import { useKeptPlace } from "./use-kept-place.ts";

afterEach(() => vi.unstubAllGlobals());

const POSTS = Array.from({ length: 40 }, (_, at) => postOf({ id: `t3_${at}` }));

const placesOf = (columns: number) =>
  POSTS.map((_, index) => ({ index, x: 0, y: Math.floor(index / columns) * 500, height: 500 }));

test("the last post stays in view although the browser has moved the window to the lower list's end", () => {
  const scrollBy = vi.fn<(options: ScrollToOptions) => void>();
  vi.stubGlobal("scrollBy", scrollBy);
  vi.stubGlobal("scrollY", 0);
  const list = { current: document.createElement("div") };
  const { rerender } = renderHook(({ places }) => useKeptPlace(list, POSTS, places, 0), {
    initialProps: { places: placesOf(1) },
  });
  vi.stubGlobal("scrollY", 19_500);
  fireEvent.scroll(window);
  vi.stubGlobal("scrollY", 9_600);
  rerender({ places: placesOf(2) });
  expect(scrollBy).toHaveBeenCalledExactlyOnceWith({ top: 9_500, behavior: "instant" });
});
