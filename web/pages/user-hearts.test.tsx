// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { callTo } from "#web/testing/api.ts";
import { gemHunter, searchAnswer } from "#web/testing/listings.ts";
import { postOf } from "#web/testing/posts.ts";
import { clientOf, signedIn } from "#web/testing/sessions.ts";
import { renderUser } from "#web/testing/user-page.tsx";

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  localStorage.clear();
  dismissToast();
});

const HEART = { name: /^Heart Stone a/ };
const IDS = ["a", "b", "c"];
const isPressed = (heart: HTMLElement) => heart.getAttribute("aria-pressed") === "true";
const expectToast = (title: string) =>
  waitFor(() => expect(toastStore.read()).toMatchObject({ title }));

test("one call requests the status of every heart on a page, and all buttons of a post share it", async () => {
  const calls = renderUser("/user/gemhunter", clientOf(signedIn));
  const posts = IDS.map((id) => postOf({ id: `t3_${id}`, title: `Stone ${id}` }));
  const answer = { posts, total: 3, userInfo: { ...gemHunter, heartCount: 0 } };
  (await callTo(calls, "/api/reddit/search")).answer(searchAnswer(answer));
  const status = await callTo(calls, "/api/leaderboard/vote-status");
  const { items } = status.body as { items: { type: string; id: string }[] };
  const targets = ["user GemHunter", ...IDS.map((id) => `post t3_${id}`)];
  expect(items.map(({ type, id }) => `${type} ${id}`).toSorted()).toEqual(targets.toSorted());
  const statuses = items.map((item) => ({ ...item, voted: false, heartCount: 0 }));
  status.answer({ success: true, items: statuses });
  const card = within(await screen.findByRole("article", { name: "Stone a" }));
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());

  fireEvent.click(card.getByRole("button", HEART));
  const vote = await callTo(calls, "/api/leaderboard/posts/t3_a/vote");
  vote.answer({ success: true, voted: true, heartCount: 1 });
  await expectToast("Vote Added");
  expect(toastStore.read()?.description).toBe("Successfully voted for post!");
  fireEvent.click(card.getByRole("link", { name: /Stone a/ }));
  const viewer = within(await screen.findByRole("dialog"));
  const inViewer = await viewer.findByRole("button", HEART);
  expect(isPressed(inViewer)).toBe(true);
  fireEvent.click(inViewer);
  const removal = await callTo(calls, "/api/leaderboard/posts/t3_a/vote");
  removal.answer({ success: true, voted: false, heartCount: 0 });
  await expectToast("Vote Removed");
  fireEvent.click(viewer.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(isPressed(card.getByRole("button", HEART))).toBe(false);
  expect(calls.filter(({ url }) => url.endsWith("/vote-status"))).toHaveLength(1);
});
