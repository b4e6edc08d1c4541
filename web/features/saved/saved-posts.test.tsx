// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { type Heart, heartKey, setHeart } from "#web/features/hearts/heart-cache.ts";
import { sendToggle } from "#web/features/hearts/hearts.mutations.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, signedIn } from "#web/testing/sessions.ts";
import { SavedPosts } from "./saved-posts.tsx";

afterEach(dismissToast);

const pageOf = (id: string, nextPage: string | null) => {
  const savedAt = "2026-11-20T12:00:00.000Z";
  return {
    posts: [{ ...postOf({ id: `t3_${id}` }), savedAt }],
    total: 2,
    generated: savedAt,
    nextPage,
  };
};

test("at the last saved post the viewer says why the next one failed, and a press repeats the request", async () => {
  const calls = holdApiCalls();
  renderInApp(<SavedPosts />, { client: clientOf(signedIn), path: "/account?tab=posts&post=one" });
  (await callTo(calls, "/saved/posts")).answer(pageOf("one", "more"));
  const viewer = await screen.findByRole("dialog");
  const next = await callTo(calls, "/saved/posts?after=more");
  const goOn = () => fireEvent.click(screen.getByRole("button", { name: "Next post" }));
  goOn();
  await waitFor(() => expect(viewer.textContent).toContain("Loading…"));
  next.answer({ success: false, error: "x", message: "Not now." }, 404);
  await waitFor(() => expect(viewer.textContent).toContain("1 of 1+"));
  expect(toastStore.read()?.description).toBe("Not now.");
  goOn();
  (await callTo(calls, "/saved/posts?after=more")).answer(pageOf("two", null));
  await waitFor(() => expect(viewer.textContent).toContain("2 of 2"));
});

test.each(["by the button", "by the viewer at the last post"])(
  "a page requested %s while the list is fetched again comes after it",
  async (how) => {
    const calls = holdApiCalls();
    const client = clientOf(signedIn);
    const queryKey = queryKeys.saved("posts");
    const first = { ...pageOf("one", "more"), askedAt: performance.now() };
    client.setQueryData(queryKey, { pages: [first], pageParams: [null] });
    await client.invalidateQueries({ queryKey });
    const isByButton = how === "by the button";
    const path = isByButton ? "/account?tab=posts" : "/account?tab=posts&post=one";
    renderInApp(<SavedPosts />, { client, path });
    const refetch = await callTo(calls, "/saved/posts");
    if (isByButton) fireEvent.click(screen.getByRole("button", { name: "Show more" }));
    else await screen.findByRole("dialog");
    refetch.answer(pageOf("one", "more"));
    (await callTo(calls, "/saved/posts?after=more")).answer(pageOf("two", null));
    await waitFor(() => expect(screen.getAllByRole("article", { hidden: true })).toHaveLength(2));
    expect(refetch.isAborted).toBe(false);
  },
);

test("with the waiting hearts failed too, one error stands on the page, and the toast does not repeat itself", async () => {
  const calls = holdApiCalls();
  renderInApp(<SavedPosts />, { client: clientOf(signedIn) });
  (await callTo(calls, "/saved/waiting")).answer({}, 400);
  await screen.findByText(/^Hearts that wait could not be loaded/);
  (await callTo(calls, "/saved/posts")).answer({}, 400);
  await screen.findByRole("heading", { name: "Error loading saved posts" });
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  expect(toastStore.read()).toMatchObject({ title: "Error Loading Saved Posts" });
  expect(toastStore.read()?.description).toBeUndefined();
});

test("a press on the one error repeats both lists that failed, so that the other's error does not take its place", async () => {
  const calls = holdApiCalls();
  renderInApp(<SavedPosts />, { client: clientOf(signedIn) });
  for (const path of ["/saved/waiting", "/saved/posts"])
    (await callTo(calls, path)).answer({}, 400);
  await screen.findByRole("heading", { name: "Error loading saved posts" });
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  (await callTo(calls, "/saved/posts")).answer(pageOf("one", null));
  (await callTo(calls, "/saved/waiting")).answer({ success: true, posts: [] });
  expect(await screen.findByRole("article")).toBeTruthy();
  expect(screen.queryByText(/^Hearts that wait could not be loaded/)).toBeNull();
});

test("beside saved posts whose next page failed, waiting hearts that failed have their line", async () => {
  const calls = holdApiCalls();
  renderInApp(<SavedPosts />, { client: clientOf(signedIn) });
  (await callTo(calls, "/saved/posts")).answer(pageOf("one", "more"));
  fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
  (await callTo(calls, "/saved/posts?after=more")).answer({}, 400);
  (await callTo(calls, "/saved/waiting")).answer({}, 400);
  expect(await screen.findByText(/^Hearts that wait could not be loaded/)).toBeTruthy();
  expect(screen.getAllByRole("article")).toHaveLength(1);
});

test("a saved list does not overwrite newer hearts, and sets older ones", async () => {
  const calls = holdApiCalls();
  const client = clientOf(signedIn);
  const older = { type: "post", id: "t3_old" } as const;
  const newer = { type: "post", id: "t3_new" } as const;
  const off = { voted: false, heartCount: 0 };
  client.setQueryData(heartKey(older), off, { updatedAt: Date.now() - 1_000 });
  renderInApp(<SavedPosts />, { client });
  const list = await callTo(calls, "/saved/posts");
  setHeart(client, newer, off);
  const { posts, ...rest } = pageOf("old", null);
  list.answer({ ...rest, posts: [...posts, ...pageOf("new", null).posts] });
  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(2));
  expect(client.getQueryData<Heart>(heartKey(older))?.voted).toBe(true);
  expect(client.getQueryData<Heart>(heartKey(newer))?.voted).toBe(false);
});

test.each(["first", "next"])(
  "a list whose %s page was requested before a vote's answer, and the waiting hearts, are fetched again when next shown",
  async (page) => {
    const calls = holdApiCalls();
    const client = clientOf(signedIn);
    const target = { type: "post", id: "t3_hearted" } as const;
    const shown = renderInApp(<SavedPosts />, { client });
    const first = await callTo(calls, "/saved/posts");
    (await callTo(calls, "/saved/waiting")).answer({ posts: [] });
    if (page === "next") {
      first.answer(pageOf("one", "more"));
      fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
    }
    const list = page === "next" ? await callTo(calls, "/saved/posts?after=more") : first;
    const vote = sendToggle(client, target, { voted: false, heartCount: 0 });
    (await callTo(calls, "/t3_hearted/vote")).answer({ success: true, voted: true, heartCount: 1 });
    await vote;
    list.answer(pageOf("late", null));
    const cards = page === "next" ? 2 : 1;
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(cards));
    shown.unmount();
    calls.length = 0;
    renderInApp(<SavedPosts />, { client });
    await callTo(calls, "/saved/posts");
    await callTo(calls, "/saved/waiting");
  },
);

test("a screen reader announces how many posts are shown after Show more", async () => {
  const calls = holdApiCalls();
  renderInApp(<SavedPosts />, { client: clientOf(signedIn) });
  (await callTo(calls, "/saved/posts")).answer(pageOf("one", "more"));
  fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
  const region = document.querySelector("[aria-live=polite]");
  expect(region?.textContent).toBe("");
  (await callTo(calls, "/saved/posts?after=more")).answer(pageOf("two", null));
  await waitFor(() => expect(region?.textContent).toBe("2 saved posts shown"));
});
