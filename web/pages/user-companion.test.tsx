// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { picturePost, picturePosts } from "#normalise/testing/raw-posts.ts";
import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import type { CompanionRequest } from "#schema/companion.ts";
import { queryKeys } from "#schema/queries.ts";
import { callTo } from "#web/testing/api.ts";
import { installCompanion, removeCompanion } from "#web/testing/companion.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { postOf } from "#web/testing/posts.ts";
import { clientOf, signedOut } from "#web/testing/sessions.ts";
import { renderUser } from "#web/testing/user-page.tsx";

const SEARCH = "/api/reddit/search";
const UNKNOWN = searchAnswer({ userExists: false, profileState: "not_found" });
const RATE_LIMITED = { success: false, error: "reddit.rate_limited", message: "Reddit is busy." };
const MARKS = {
  success: true,
  items: [],
  listing: {
    creator: { voted: false, heartCount: 0, rank: null },
    adultSubreddits: [],
    hasArchive: false,
    removed: { creator: false, posts: [], subreddits: [] },
  },
};

const answerOf = ({ type }: CompanionRequest) =>
  type === "about"
    ? { ok: true, body: { state: "ok", user: { name: "Ann", subreddit: { title: "Ann here" } } } }
    : { ok: true, body: { state: "ok", children: picturePosts(2), after: null } };

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  removeCompanion();
  localStorage.clear();
});

/** Renders the page at `path`; with `first`, from the Worker's first data. */
function renderFirst(path: string, first?: typeof UNKNOWN) {
  const client = clientOf(signedOut);
  const username = path.split("/").at(-1) ?? "";
  if (first) {
    const data = { pages: [first], pageParams: [null] };
    client.setQueryData(queryKeys.search(username, "new"), data);
  }
  return renderUser(path, client);
}

const setState = (state: "on" | "off") =>
  act(async () => {
    document.documentElement.setAttribute(COMPANION_ATTRIBUTE, state);
    document.dispatchEvent(new Event(COMPANION_ATTRIBUTE));
  });

/** Waits until the page has loaded the companion's code, if it does, and has used it. */
const settle = () => act(() => vi.dynamicImportSettled());

test("for a user unknown to our source, the page asks the companion", async () => {
  const requests = installCompanion(answerOf);
  const calls = renderFirst("/user/ann", UNKNOWN);
  (await callTo(calls, "/vote-status")).answer(MARKS);
  expect(await screen.findByRole("heading", { name: "Ann here" })).toBeTruthy();
  expect(requests[0]).toEqual({ type: "listing", username: "ann", sort: "new", after: null });
});

test("if the companion refuses too, the user stays unknown, and the page says why", async () => {
  installCompanion(() => ({ ok: false, reason: "signed_out" }));
  const calls = renderFirst("/user/ann", UNKNOWN);
  (await callTo(calls, SEARCH)).answer(UNKNOWN);
  const note = await screen.findByText(/^You are signed out of Reddit in this browser\./);
  expect(note.textContent).not.toContain("posts come");
  expect(screen.getByRole("heading", { name: "User Not Found" })).toBeTruthy();
  expect(calls).toHaveLength(1);
});

test("a name that Reddit cannot have is sent to the server only", async () => {
  const requests = installCompanion(() => null);
  const calls = renderFirst("/user/ab");
  (await callTo(calls, SEARCH)).answer(UNKNOWN);
  expect(await screen.findByRole("heading", { name: "User Not Found" })).toBeTruthy();
  await settle();
  expect(requests).toEqual([]);
  expect(calls).toHaveLength(1);
});

test("if the source refuses our server, the companion is offered, and read after the visitor's consent", async () => {
  const requests = installCompanion(answerOf);
  await setState("off");
  const calls = renderFirst("/user/ann");
  (await callTo(calls, SEARCH)).answer(RATE_LIMITED, 429);
  fireEvent.click(await screen.findByRole("button", { name: "Use your Reddit" }));
  // The companion is only asked for consent.
  expect(requests).toEqual([{ type: "about", username: "ann" }, { type: "hello" }]);
  await setState("on");
  (await callTo(calls, "/vote-status")).answer(MARKS);
  expect(await screen.findByRole("heading", { name: "Ann here" })).toBeTruthy();
  expect(calls.filter(({ url }) => url.endsWith(SEARCH))).toHaveLength(1);
});

test("if server and companion are both refused, the page says so once, and repeats neither by itself", async () => {
  installCompanion(() => ({ ok: false, reason: "signed_out" }));
  const calls = renderFirst("/user/ann");
  (await callTo(calls, SEARCH)).answer(RATE_LIMITED, 429);
  expect(
    await screen.findByText("Reddit is busy. You are signed out of Reddit in this browser."),
  ).toBeTruthy();
  await settle();
  expect(screen.queryByRole("button", { name: "Use your Reddit" })).toBeNull();
  expect(calls).toHaveLength(1);
});

test("if our server itself fails, no companion is offered, because it needs the server's marks", async () => {
  installCompanion(answerOf);
  await setState("off");
  const calls = renderFirst("/user/ann");
  (await callTo(calls, SEARCH)).answer({ error: "internal.error", message: "Not now." }, 500);
  expect(await screen.findByText("Not now.")).toBeTruthy();
  await settle();
  expect(screen.queryByRole("button", { name: "Use your Reddit" })).toBeNull();
});

test("a search through a companion that is off or refused does not wait for counts", async () => {
  installCompanion(() => ({ ok: false, reason: "blocked" }));
  for (const state of ["on", "off"] as const) {
    await setState(state);
    const calls = renderFirst(`/user/ann_${state}`);
    const { body } = await callTo(calls, SEARCH);
    expect(body).toMatchObject({ waitForHearts: false });
  }
});

test("a linked post in the companion's second batch gets its place from there, with one more call", async () => {
  const requests = installCompanion((request) => {
    if (request.type !== "listing") return answerOf(request);
    const [children, after] = request.after
      ? [[picturePost(100)], null]
      : [picturePosts(100), "t3_p2r"];
    return { ok: true, body: { state: "ok", children, after } };
  });
  await setState("on");
  const calls = renderFirst("/user/Ann?post=p2s");
  const post = postOf({ id: "t3_p2s", username: "Ann", title: "Picture 100", created: 1 });
  (await callTo(calls, "/post/p2s?waitForHearts=false")).answer({ success: true, post });
  (await callTo(calls, "/vote-status")).answer(MARKS);
  (await callTo(calls, "/vote-status")).answer(MARKS);
  const viewer = await screen.findByRole("region", { name: "Picture 100" });
  await waitFor(() => expect(viewer.textContent).toContain("101 of 101"));
  const listings = requests.flatMap((request) =>
    request.type === "listing" ? [request.after] : [],
  );
  expect(listings).toEqual([null, "t3_p2r"]);
  expect(calls.filter(({ url }) => url.endsWith(SEARCH))).toHaveLength(0);
});
