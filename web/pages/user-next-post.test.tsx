// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { searchQuery } from "#web/features/search/search.queries.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { type ApiCall, callTo } from "#web/testing/api.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { postOf } from "#web/testing/posts.ts";
import { clientOf, signedOut } from "#web/testing/sessions.ts";
import { renderUser } from "#web/testing/user-page.tsx";

const SEARCH = "/api/reddit/search";

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  document.title = "";
  history.replaceState(null, "", "/");
  dismissToast();
  localStorage.clear();
});

const pageOf = (ids: readonly string[], nextPage: string | null) =>
  searchAnswer({ posts: ids.map((id) => postOf({ id: `t3_${id}` })), total: 3, nextPage });

const press = (key: string) => fireEvent.keyDown(document.body, { key });
const expectPlace = (text: RegExp) =>
  waitFor(() => expect(screen.getByRole("dialog").textContent).toMatch(text));

/** Opens the last of two loaded posts. Returns the call for the third, which is sent by itself. */
async function openLastLoaded(): Promise<{ calls: ApiCall[]; next: ApiCall }> {
  const calls = renderUser("/user/gemhunter?post=two");
  (await callTo(calls, SEARCH)).answer(pageOf(["one", "two"], "2"));
  await expectPlace(/2 of 2\+/);
  return { calls, next: await callTo(calls, SEARCH) };
}

test("a post's address may name its id with Reddit's prefix", async () => {
  const address = "/user/gemhunter?post=t3_two";
  // The viewer reads the browser's address too: it is ahead of the rendered one after quick presses.
  history.replaceState(null, "", address);
  const calls = renderUser(address);
  (await callTo(calls, SEARCH)).answer(pageOf(["one", "two", "three"], null));
  await expectPlace(/2 of 3/);
  // Keys are handled from the same effects on.
  await waitFor(() => expect(document.title).toContain(postOf().title));
  press("j");
  await expectPlace(/3 of 3/);
});

test("J on the last loaded post waits for the next page and shows its first post", async () => {
  const { next } = await openLastLoaded();
  expect(next.body).toMatchObject({ after: "2" });
  press("j");
  await expectPlace(/Loading…/);
  next.answer(pageOf(["three"], null));
  await expectPlace(/3 of 3/);
  press("k");
  await expectPlace(/2 of 3/);
});

test("J on the last loaded post says why the next page failed, and requests it again", async () => {
  const { calls, next } = await openLastLoaded();
  press("j");
  next.answer({ success: false, error: "x", message: "Not now." }, 404);
  const title = "The next posts could not be loaded";
  await waitFor(() => expect(toastStore.read()).toMatchObject({ title, description: "Not now." }));
  await expectPlace(/2 of 2\+/);
  await act(async () => {});
  const searches = calls.filter(({ url }) => url.endsWith(SEARCH));
  expect(searches, "a failure is not repeated by itself").toHaveLength(2);
  press("j");
  (await callTo(calls, SEARCH)).answer(pageOf(["three"], null));
  await expectPlace(/3 of 3/);
});

test("the page after the last post is loaded once the listing is fetched again", async () => {
  const client = clientOf(signedOut);
  const { queryKey } = searchQuery("gemhunter", "new");
  client.setQueryData(queryKey, { pages: [pageOf(["one", "two"], "2")], pageParams: [null] });
  await client.invalidateQueries({ queryKey });
  const calls = renderUser("/user/gemhunter?post=two", client);
  await expectPlace(/2 of 2\+/);
  // Keys are handled from the same effects on.
  await waitFor(() => expect(document.title).toContain(postOf().title));
  press("j");
  await expectPlace(/Loading…/);
  const refetch = await callTo(calls, SEARCH);
  expect(refetch.body).not.toHaveProperty("after");
  refetch.answer(pageOf(["one", "two"], "2"));
  const next = await callTo(calls, SEARCH);
  expect(next.body).toMatchObject({ after: "2" });
  next.answer(pageOf(["three"], null));
  await expectPlace(/3 of 3/);
});
