// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Post } from "#schema/api/posts.ts";
import { withoutPostPrefix } from "#schema/reddit-id.ts";
import { setSavesData } from "#web/features/data-saver/data-saver.ts";
import { dismissToast } from "#web/features/toasts/toast-store.ts";
import { preloadImage } from "#web/lib/preload-image.ts";
import { imageMedia, postOf } from "#web/testing/posts.ts";
import { type PostList, usePostNavigation } from "./use-post-navigation.ts";

vi.mock("#web/lib/preload-image.ts");

const router = ({ children }: { children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>;

test("quick presses continue from each other before the next post is rendered", () => {
  const posts = ["a", "b", "c", "d"].map((id) => postOf({ id: `t3_${id}` }));
  const onShow = vi.fn<(id: string) => void>((id) => history.replaceState(null, "", `?post=${id}`));
  onShow("a");
  const list = { id: "a", index: 0, posts, hasMore: false, onShow };
  const { result } = renderHook(() => usePostNavigation(list, posts[0]), { wrapper: router });
  const { goNext, goPrevious } = result.current;
  act(() => {
    for (const press of [goNext, goNext, goNext, goNext, goPrevious, goPrevious]) press();
  });
  expect(onShow.mock.calls.flat()).toEqual(["a", "b", "c", "d", "c", "b"]);
});

const gallery = (id: string) =>
  postOf({ id, media: { kind: "gallery", items: [imageMedia, imageMedia, imageMedia] } });

/** The navigation of a list with the post at `index` open. */
function navigate(posts: Post[], index: number, more: { hasMore?: boolean; onMore?: () => void }) {
  const onShow = vi.fn<(id: string) => void>();
  const id = withoutPostPrefix(posts[index]?.id ?? "t3_elsewhere");
  history.replaceState(null, "", "?");
  const list = { id, index, posts, hasMore: false, onShow, ...more };
  const rendered = renderHook(() => usePostNavigation(list, posts[index]), { wrapper: router });
  return { onShow, now: () => rendered.result.current };
}

test("a gallery wraps around at both ends, and after its last picture comes the next post", () => {
  const { now, onShow } = navigate([gallery("t3_one"), postOf({ id: "t3_two" })], 0, {});
  act(() => now().turn(-1));
  expect(now().slide).toBe(2);
  act(() => now().turn(1));
  expect(now().slide).toBe(0);
  for (const slide of [1, 2]) {
    act(() => now().advance());
    expect(now().slide).toBe(slide);
  }
  expect(onShow).not.toHaveBeenCalled();
  act(() => now().advance());
  expect(onShow).toHaveBeenCalledExactlyOnceWith("two");
});

test("at the last loaded post the next page is requested once, and only if there is one", () => {
  const posts = [postOf({ id: "t3_one" }), postOf({ id: "t3_two" })];
  const onMore = vi.fn<() => void>();
  expect(navigate(posts, 0, { hasMore: true, onMore }).now()).toMatchObject({ hasNext: true });
  expect(onMore).not.toHaveBeenCalled();
  const last = navigate(posts, 1, { hasMore: true, onMore });
  expect(onMore).toHaveBeenCalledTimes(1);
  act(() => last.now().goNext());
  expect(last.now()).toMatchObject({ hasNext: true, hasPrevious: true, isAwaiting: true });
  const end = navigate(posts, 1, { hasMore: false, onMore });
  act(() => end.now().goNext());
  expect(end.now()).toMatchObject({ hasNext: false, isAwaiting: false });
});

test.each([
  ["whose request failed", { error: new Error("offline") }],
  ["that does not exist", { hasMore: false }],
])("an awaited post %s is not shown when it comes later", (_, end) => {
  const [one, two] = [postOf({ id: "t3_one" }), postOf({ id: "t3_two" })];
  const [onShow, onNone] = [vi.fn<(id: string) => void>(), vi.fn<() => void>()];
  onTestFinished(dismissToast);
  history.replaceState(null, "", "?");
  const list = { id: "one", index: 0, posts: [one], hasMore: true, onShow, onNone };
  const { result, rerender } = renderHook((now: PostList) => usePostNavigation(now, one), {
    wrapper: router,
    initialProps: list,
  });
  act(() => result.current.goNext());
  expect(onNone).not.toHaveBeenCalled();
  rerender({ ...list, ...end });
  expect(onNone).toHaveBeenCalledTimes(1);
  rerender({ ...list, posts: [one, two] });
  expect(onShow).not.toHaveBeenCalled();
  act(() => result.current.goNext());
  expect(onShow).toHaveBeenCalledExactlyOnceWith("two");
});

test("a post that is not in the list has no neighbours", () => {
  const { now, onShow } = navigate([postOf({ id: "t3_one" })], -1, { hasMore: true });
  act(() => now().goNext());
  act(() => now().goPrevious());
  expect(now()).toMatchObject({ hasNext: false, hasPrevious: false });
  expect(onShow).not.toHaveBeenCalled();
});

test("the stored picture of a gallery that has become shorter is its last one", () => {
  sessionStorage.setItem("slide:default", "one 7");
  onTestFinished(() => sessionStorage.clear());
  expect(navigate([gallery("t3_one")], 0, {}).now().slide).toBe(2);
});

test.each([
  [false, [imageMedia.image.url]],
  [true, []],
])("with the data saver %s the next post's picture is preloaded: %s", (saves, urls) => {
  setSavesData(saves);
  onTestFinished(() => setSavesData(false));
  vi.mocked(preloadImage).mockClear();
  navigate([postOf({ id: "t3_one" }), postOf({ id: "t3_two" })], 0, {});
  expect(vi.mocked(preloadImage).mock.calls.map(([{ src }]) => src)).toEqual(urls);
});
