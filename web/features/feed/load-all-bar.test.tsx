// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { ApiError } from "#web/api/api-error.ts";
import { callTo } from "#web/testing/api.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { renderUser } from "#web/testing/user-page.tsx";
import { loadNarrow } from "./load-narrow.ts";
import type { NarrowFeed } from "./narrow-feed.ts";
import { useLoadAll } from "./use-load-all.ts";
import { LoadAllBar } from "./load-all-bar.tsx";

// The page waits for it in the app's Suspense.
beforeAll(() => loadNarrow());

const failure = (status: number, retryAfter?: number) =>
  new ApiError({ status, code: null, sentence: "Not now.", retryAfter });

test("Retry-After pauses the loading for its time, another failure stops it", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const onMore = vi.fn<() => void>();
  const setPageSize = () => undefined;
  function Bar(change: Partial<NarrowFeed["more"]>) {
    const more = { hasMore: true, isLoading: false, error: null, onMore, setPageSize, ...change };
    return <LoadAllBar loadAll={useLoadAll(more, false)} loaded={[]} sort="new" soughtDay={null} />;
  }
  const wait = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));
  const { rerender } = renderInApp(<Bar />);
  fireEvent.click(screen.getByRole("button", { name: "Load Everything" }));
  wait(0);
  expect(onMore).toHaveBeenCalledTimes(1);

  rerender(<Bar error={failure(429, 300)} />);
  screen.getByText("The limit of requests is reached. It continues in 300 seconds.");
  wait(299);
  expect(onMore).toHaveBeenCalledTimes(1);
  wait(1);
  expect(onMore).toHaveBeenCalledTimes(2);

  rerender(<Bar error={failure(500)} />);
  screen.getByText("Not now.");
  wait(600);
  expect(onMore).toHaveBeenCalledTimes(2);
  fireEvent.click(screen.getByRole("button", { name: "Go On Loading" }));
  wait(0);
  expect(onMore).toHaveBeenCalledTimes(3);
  rerender(<Bar hasMore={false} />);
  screen.getByText("Loaded to the end.");
});

const at = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000;
const SEARCH = "/api/reddit/search";
/** Reddit lists a profile's pinned posts first, in every order. */
const pinned = postOf({ id: "t3_pin", title: "Pinned", created: at("2021-01-10") });

test("a pinned post from before the day does not keep the page from the jump there", async () => {
  const calls = renderUser("/user/gemhunter?before=2023-05");
  const posts = [pinned, postOf({ id: "t3_new", created: at("2026-01-20") })];
  (await callTo(calls, SEARCH)).answer(searchAnswer({ posts, nextPage: "next", hasArchive: true }));
  expect((await callTo(calls, SEARCH)).body).toMatchObject({ before: "2023-05-01" });
});

test("a pinned post from before the day does not end the loading to that day", async () => {
  const calls = renderUser("/user/gemhunter?before=2023-05");
  const posts = [pinned, postOf({ id: "t3_new", created: at("2025-06-20") })];
  (await callTo(calls, SEARCH)).answer(searchAnswer({ posts, nextPage: "next" }));
  expect(await screen.findByText(/^Loading on to /)).toBeTruthy();
  expect(screen.getByText("2 posts loaded, back to June 2025.")).toBeTruthy();
  expect((await callTo(calls, SEARCH)).body).toMatchObject({ after: "next" });
});

test("sorted by score, the oldest post says how far back they go once all are loaded", async () => {
  const calls = renderUser("/user/gemhunter?sort=top&q=a");
  const posts = [pinned, postOf({ id: "t3_new", created: at("2025-06-20") })];
  (await callTo(calls, SEARCH)).answer(searchAnswer({ posts, nextPage: "next" }));
  expect(await screen.findByText("2 posts loaded.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Load Everything" }));
  (await callTo(calls, SEARCH)).answer(searchAnswer({ posts: [], nextPage: null }));
  expect(await screen.findByText("2 posts loaded, back to January 2021.")).toBeTruthy();
});

test("if the source cannot jump, the page loads on to the day and says so", async () => {
  const calls = renderUser("/user/gemhunter?sort=hot&before=2026-01-10");
  const newer = postOf({ id: "t3_new", title: "After the day", created: at("2026-01-20") });
  const older = postOf({ id: "t3_old", title: "Before the day", created: at("2026-01-02") });
  (await callTo(calls, SEARCH)).answer(searchAnswer({ posts: [newer], nextPage: "next" }));
  expect(await screen.findByText(/^Loading on to /)).toBeTruthy();
  (await callTo(calls, SEARCH)).answer(searchAnswer({ posts: [older] }));
  expect(await screen.findByRole("article", { name: "Before the day" })).toBeTruthy();
  const bodies = calls.flatMap(({ url, body }) => (url.endsWith(SEARCH) ? [body] : []));
  expect(bodies).toEqual([
    expect.not.objectContaining({ before: expect.anything() }),
    expect.objectContaining({ after: "next" }),
  ]);
});
