// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Post } from "#schema/api/posts.ts";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { isMuted } from "#web/features/media/playback.ts";
import { dismissToast } from "#web/features/toasts/toast-store.ts";
import { holdApiCalls } from "#web/testing/api.ts";
import { imageMedia, postOf, videoFile, videoMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { PostViewer } from "./post-viewer.tsx";

beforeEach(() => void holdApiCalls());
afterEach(() => history.replaceState(null, "", "/"));

test.each([
  ["is reported while its page stays", "/following", ["abc12"]],
  ["is not reported to a page that was left", "/user/gemhunter", []],
])("a post that closes %s", async (_, next, reported) => {
  const closed: string[] = [];
  history.replaceState(null, "", "/following?post=abc12");
  const { unmount } = renderInApp(
    <PostViewer posts={[]} onClosed={(id) => void closed.push(id)} />,
    { path: "/following?post=abc12" },
  );
  await screen.findByRole("dialog", { name: "Post" });
  history.pushState(null, "", next);
  unmount();
  expect(closed).toEqual(reported);
});

test("F opens and leaves full screen, M mutes and unmutes, S starts and stops the slideshow", async () => {
  const request = vi.fn<() => Promise<void>>(async () => {});
  const exit = vi.fn<() => Promise<void>>(async () => {});
  Object.assign(HTMLElement.prototype, { requestFullscreen: request });
  Object.assign(document, { fullscreenElement: null, exitFullscreen: exit });
  onTestFinished(() => {
    Reflect.deleteProperty(HTMLElement.prototype, "requestFullscreen");
    for (const name of ["fullscreenElement", "exitFullscreen"])
      Reflect.deleteProperty(document, name);
  });
  renderInApp(<PostViewer posts={[postOf()]} />, { path: "/following?post=abc12" });
  const start = await screen.findByRole("button", { name: "Start slideshow" });
  const press = (key: string) => fireEvent.keyDown(document.body, { key });

  press("f");
  expect(request.mock.contexts).toEqual([document.querySelector(".viewer-stage")]);
  Object.assign(document, { fullscreenElement: request.mock.contexts[0] });
  press("f");
  expect([request.mock.calls.length, exit.mock.calls.length]).toEqual([1, 1]);

  for (const isWanted of [true, false]) {
    press("m");
    expect(isMuted()).toBe(isWanted);
    press("s");
    expect(start.getAttribute("aria-label")).toBe(`${isWanted ? "Stop" : "Start"} slideshow`);
  }
});

test("Try Again after a failed post keeps the focus in the viewer", async () => {
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 500 }));
  renderInApp(<PostViewer posts={[]} />, { path: "/following?post=abc12" });
  const button = await screen.findByRole("button", { name: "Try Again" });
  button.focus();
  holdApiCalls();
  fireEvent.click(button);
  await waitFor(() => expect(button.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Post" }));
});

test.each([
  ["removed at request", 410, "posts.removed", /We were asked to remove this post/],
  ["unknown", 404, "posts.not_found", /It may have been removed from Reddit/],
  ["of a damaged link", 400, "http.validation", /It may be incomplete/],
])(
  "for a post that is %s the viewer says so and offers no second try",
  async (_, status, error, text) => {
    const body = JSON.stringify({ success: false, error, message: "" });
    vi.stubGlobal("fetch", async () => new Response(body, { status }));
    renderInApp(<PostViewer posts={[]} />, { path: "/following?post=abc12" });
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toMatch(text);
    expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
    fireEvent.click(within(alert).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  },
);

/** Opens a post by its address, over a page whose list does not have it. */
async function openUnlisted(change: Partial<Post> = {}) {
  const post = postOf(change);
  const client = createQueryClient();
  client.setQueryData(queryKeys.post("abc12"), post);
  const path = "/following?post=abc12";
  history.replaceState(null, "", path);
  renderInApp(
    <main id="main" tabIndex={-1}>
      <PostViewer posts={[postOf({ id: "t3_other" })]} />
    </main>,
    { client, path },
  );
  await screen.findByRole("region", { name: post.title });
}

const slideshowButton = () => screen.queryByRole("button", { name: /slideshow$/ });

test("a single picture outside the list has no slideshow, and S does nothing", async () => {
  await openUnlisted();
  expect(slideshowButton()).toBe(null);
  fireEvent.keyDown(document.body, { key: "s" });
  expect(slideshowButton()).toBe(null);
});

test("a gallery outside the list has a slideshow", async () => {
  await openUnlisted({ media: { kind: "gallery", items: [imageMedia, imageMedia] } });
  fireEvent.keyDown(document.body, { key: "s" });
  expect(slideshowButton()?.getAttribute("aria-label")).toBe("Stop slideshow");
});

test("after a post without a card and without an opener, the focus is in the page's content", async () => {
  await openUnlisted();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBe(null));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});

/** Opens a video over a page that lists it before a picture. */
async function openListed(media: Partial<Post["media"]> = {}) {
  const calls = holdApiCalls();
  const path = "/following?post=abc12";
  history.replaceState(null, "", path);
  const sources = [videoFile("https://v.redd.it/a/CMAF_480.mp4")];
  const video = { ...videoMedia, sources, ...media } as Post["media"];
  const posts = [
    postOf({ title: "A video", mediaType: "video", media: video }),
    postOf({ id: "t3_def34", title: "A picture" }),
  ];
  renderInApp(<PostViewer posts={posts} />, { path });
  await screen.findByRole("region", { name: "A video" });
  return calls;
}

test("a post of the page's list is not requested again", async () => {
  const calls = await openListed();
  expect(calls.filter(({ url }) => url.includes("/post/"))).toEqual([]);
});

test("the end of a video shows the next post only during a slideshow", async () => {
  await openListed();
  const video = screen.getByLabelText("A video", { selector: "video" });
  const end = () => act(async () => void fireEvent.ended(video));
  await end();
  expect(screen.queryByRole("region", { name: "A picture" })).toBeNull();
  fireEvent.keyDown(document.body, { key: "s" });
  await end();
  expect(await screen.findByRole("region", { name: "A picture" })).toBeTruthy();
});

test("a slideshow shows an error as long as a picture, whatever the video's length", async () => {
  const directUrl = "https://v.redd.it/a/CMAF_480.mp4";
  await openListed({ sources: [], directUrl, duration: 600 });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.keyDown(document.body, { key: "s" });
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.getByRole("region", { name: "A picture" })).toBeTruthy();
});

test("at the last post the slideshow stops", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  renderInApp(<PostViewer posts={[postOf()]} />, { path: "/following?post=abc12" });
  fireEvent.click(await screen.findByRole("button", { name: "Start slideshow" }));
  act(() => void vi.advanceTimersByTime(4_000));
  expect(screen.getByRole("button", { name: "Stop slideshow" })).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.getByRole("button", { name: "Start slideshow" })).toBeTruthy();
});

test.each([
  ["the last page brings none of its kind", { hasMore: false }],
  ["the next page fails", { hasMore: true, error: new Error("no answer") }],
])("a slideshow that waits for the next post stops when %s", async (_, change) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
    dismissToast();
  });
  const posts = [postOf()];
  const path = "/following?post=abc12";
  history.replaceState(null, "", path);
  const { rerender } = renderInApp(<PostViewer posts={posts} hasMore />, { path });
  fireEvent.click(await screen.findByRole("button", { name: "Start slideshow" }));
  act(() => void vi.advanceTimersByTime(5_000));
  expect(screen.getByRole("button", { name: "Stop slideshow" })).toBeTruthy();
  rerender(<PostViewer posts={posts} {...change} />);
  expect(screen.getByRole("button", { name: "Start slideshow" })).toBeTruthy();
});

test("F shows no empty full screen for a post that could not be opened", async () => {
  const request = vi.fn<() => Promise<void>>(async () => {});
  Object.assign(HTMLElement.prototype, { requestFullscreen: request });
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, "requestFullscreen"));
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 500 }));
  renderInApp(<PostViewer posts={[]} />, { path: "/following?post=abc12" });
  await screen.findByRole("button", { name: "Try Again" });
  fireEvent.keyDown(document.body, { key: "f" });
  expect(request).not.toHaveBeenCalled();
});

test("another post begins at its top, and a new answer about the same post does not scroll", async () => {
  const posts = [postOf(), postOf({ id: "t3_other", title: "The next stone" })];
  const path = "/following?post=abc12";
  history.replaceState(null, "", path);
  const { rerender } = renderInApp(<PostViewer posts={posts} />, { path });
  const viewer = await screen.findByRole("region", { name: postOf().title });
  const details = viewer.querySelector(".viewer-details");
  const boxes = details ? [viewer, details] : [];
  const tops = () => boxes.map(({ scrollTop }) => scrollTop);
  for (const box of boxes) box.scrollTop = 300;
  rerender(<PostViewer posts={[postOf({ score: 7 }), ...posts.slice(1)]} />);
  expect(tops()).toEqual([300, 300]);
  fireEvent.click(screen.getByRole("button", { name: "Next post" }));
  await screen.findByRole("region", { name: "The next stone" });
  expect(tops()).toEqual([0, 0]);
});
