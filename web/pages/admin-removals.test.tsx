// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { Removal, RemovalListResponse } from "#schema/api/removals.ts";
import { queryKeys } from "#schema/queries.ts";
import { RemoveShortcut } from "#web/features/removals/remove-shortcut.tsx";
import { toastStore } from "#web/features/toasts/toast-store.ts";
import { endSessionInAnotherTab } from "#web/testing/admin-session.ts";
import { type ApiCall, callTo, holdApiCalls } from "#web/testing/api.ts";
import { eventually } from "#web/testing/eventually.ts";
import { feedbackOf } from "#web/testing/feedback.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { AdminRemovalsPage } from "./admin-removals.tsx";

const PATH = "/api/admin/removals";

const REMOVAL: Removal = {
  id: "5d0c7f9e-0000-4000-8000-000000000001",
  kind: "user",
  key: "gem_hunter",
  reason: "person",
  note: "Asked by mail.",
  createdBy: "admin 1a2b3c4d",
  createdAt: "2026-11-22T12:00:00.000Z",
};

const listOf = (removals: Removal[], nextPage: string | null = null): RemovalListResponse => ({
  success: true,
  removals,
  total: removals.length,
  counts: { user: removals.length, post: 0, subreddit: 0 },
  nextPage,
});

const REQUEST = feedbackOf({
  id: "1",
  type: "removal",
  title: "Remove a post",
  description: "1abcd9\n\nIt shows me.",
});

afterEach(() => localStorage.clear());

function renderPage(path = "/admin/removals") {
  localStorage.setItem("adminToken", "secret");
  const calls = holdApiCalls();
  const { client } = renderInApp(
    <Routes>
      <Route path="/admin" element={<RemoveShortcut feedback={REQUEST} />} />
      <Route path="/admin/removals" element={<AdminRemovalsPage />} />
    </Routes>,
    { path },
  );
  return { calls, client };
}

async function openWith(...removals: Removal[]) {
  const { calls } = renderPage();
  (await callTo(calls, PATH)).answer(listOf(removals));
  await screen.findByText(`${removals.length} of ${removals.length} shown`);
  return calls;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole("button", { name: "Remove" }));
const postsIn = (calls: ApiCall[]) => calls.filter(({ method }) => method === "POST");

/** Presses the button of the dialog that lifts the removal. */
async function pressInDialog(name: string) {
  fireEvent.click(screen.getByRole("button", { name: "Lift u/gem_hunter" }));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));
}

/** Waits for the next unanswered POST of a removal. */
const sentRemoval = (calls: ApiCall[]): Promise<ApiCall> =>
  eventually(() => {
    const call = postsIn(calls).find(({ url, isAnswered }) => url.endsWith(PATH) && !isAnswered);
    if (!call) throw new Error("nothing was sent");
    return call;
  });

test("errors are shown at their fields, in the words of the kind, and nothing is sent", async () => {
  const calls = await openWith();
  submit();
  expect(screen.getByText("Say what is to be removed")).toBeTruthy();
  expect(document.activeElement).toBe(field("Username"));
  fireEvent.change(field("Kind"), { target: { value: "post" } });
  type("Post", "not a post");
  expect(screen.queryByText("Say what is to be removed"), "edited").toBeNull();
  type("Note (optional)", "n".repeat(1001));
  submit();
  expect(screen.getByText("At most 1,000 characters")).toBeTruthy();
  type("Note (optional)", "");
  submit();
  expect(screen.getByText("That is not the link or id of a Reddit post")).toBeTruthy();
  expect(document.activeElement).toBe(field("Post"));
  expect(postsIn(calls)).toEqual([]);
});

test("an added removal empties the form, refetches the list and focuses the form for the next", async () => {
  const calls = await openWith();
  type("Username", "u/Gem_Hunter");
  type("Note (optional)", "Asked by mail.");
  submit();
  const call = await sentRemoval(calls);
  expect(call.headers.get("authorization")).toBe("Bearer secret");
  expect(call.body).toEqual({
    kind: "user",
    reason: "person",
    key: "u/Gem_Hunter",
    note: "Asked by mail.",
  });
  call.answer({ success: true, removal: REMOVAL }, 201);
  (await callTo(calls, PATH)).answer(listOf([REMOVAL]));
  expect(await screen.findByRole("article", { name: "u/gem_hunter" })).toBeTruthy();
  expect(field("Username").value).toBe("");
  expect(field("Note (optional)").value).toBe("");
  expect(document.activeElement).toBe(field("Username"));
  expect(toastStore.read()).toMatchObject({ title: "u/gem_hunter is removed" });
});

test("a removal drops cached posts, and nothing else", async () => {
  const { calls, client } = renderPage();
  (await callTo(calls, PATH)).answer(listOf([]));
  await screen.findByText("0 of 0 shown");
  const showPosts = [
    queryKeys.search("gem_hunter", "new"),
    queryKeys.followingFeed(null),
    queryKeys.saved("posts"),
    queryKeys.badges("gem_hunter"),
  ];
  for (const key of [...showPosts, queryKeys.session()]) client.setQueryData<unknown>(key, {});
  type("Username", "gem_hunter");
  submit();
  (await sentRemoval(calls)).answer({ success: true, removal: REMOVAL }, 201);
  (await callTo(calls, PATH)).answer(listOf([REMOVAL]));
  await screen.findByText("1 of 1 shown");
  expect(showPosts.filter((key) => client.getQueryData(key))).toEqual([]);
  expect(client.getQueryData(queryKeys.session())).toEqual({});
});

test("a removal that fails after its page was left says so in a toast", async () => {
  const calls = await openWith();
  type("Username", "gem_hunter");
  submit();
  const call = await sentRemoval(calls);
  cleanup();
  call.lose();
  const title = "The removal could not be saved. Please try again.";
  await waitFor(() => expect(toastStore.read()).toMatchObject({ title, tone: "destructive" }));
});

test("a key that is already listed is reported at its field, and its entry is searched", async () => {
  const calls = await openWith();
  type("Username", "https://www.reddit.com/user/Gem_Hunter");
  submit();
  (await sentRemoval(calls)).answer(
    { success: false, error: "removals.exists", message: "x", requestId: "1" },
    409,
  );
  const found = await callTo(calls, `${PATH}?kind=user&q=gem_hunter`);
  found.answer(listOf([REMOVAL]));
  expect(await screen.findByRole("article", { name: "u/gem_hunter" })).toBeTruthy();
  expect(screen.getByText(/^This is in the list already/)).toBeTruthy();
  expect(field("Username").value).toBe("https://www.reddit.com/user/Gem_Hunter");
  expect(document.activeElement).toBe(field("Username"));
});

test("the list is filtered by kind and name, and is paged by cursor", async () => {
  const { calls } = renderPage();
  (await callTo(calls, PATH)).answer(listOf([REMOVAL], "cursor.1"));
  fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
  const second = { ...REMOVAL, id: "2", key: "second" };
  (await callTo(calls, `${PATH}?after=cursor.1`)).answer(listOf([second]));
  expect(await screen.findByRole("article", { name: "u/second" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /Posts$/ }));
  expect(document.querySelector("[aria-busy]"), "the rows stay").toBeNull();
  (await callTo(calls, `${PATH}?kind=post`)).answer(listOf([]));
  expect(await screen.findByText("Nothing matches")).toBeTruthy();
  fireEvent.change(field("Search the list"), { target: { value: "  gem " } });
  (await callTo(calls, `${PATH}?kind=post&q=gem`)).answer(listOf([]));
  fireEvent.click(screen.getByRole("button", { name: /Creators$/ }));
  expect(field("Search the list").value.trim()).toBe("gem");
  (await callTo(calls, `${PATH}?kind=user&q=gem`)).answer(listOf([]));
  fireEvent.click(await screen.findByRole("button", { name: "Show all" }));
  expect(await screen.findAllByRole("article")).toHaveLength(2);
  expect(field("Search the list").value).toBe("");
});

test("a list does not show the previous filter's empty state while loading", async () => {
  const calls = await openWith();
  expect(screen.getByText("Nothing is removed")).toBeTruthy();
  for (const value of ["g", "ge", "gem"])
    fireEvent.change(field("Search the list"), { target: { value } });
  expect(screen.queryByText("Nothing matches"), "while typing").toBeNull();
  const search = await callTo(calls, `${PATH}?q=gem`);
  expect(calls, "one for the letters").toHaveLength(2);
  await waitFor(() => expect(screen.queryByText("Nothing is removed")).toBeNull());
  expect(screen.queryByText("Nothing matches")).toBeNull();
  expect(screen.getByText("Loading removals")).toBeTruthy();
  expect(document.querySelectorAll("[aria-busy=true] > *"), "placeholders").toHaveLength(3);
  search.answer(listOf([]));
  expect(await screen.findByText("Nothing matches")).toBeTruthy();
  expect(document.querySelector("[aria-busy]")).toBeNull();
  expect(screen.queryByText("The removals could not be loaded")).toBeNull();
});

test("a list that could not be loaded is not said to be loading", async () => {
  const { calls } = renderPage();
  expect(screen.getByText("Loading removals")).toBeTruthy();
  (await callTo(calls, PATH)).answer("", 500);
  await screen.findByRole("heading", { name: "The removals could not be loaded" });
  expect(screen.queryByText("Loading removals")).toBeNull();
});

test("a removal is lifted only after a confirmation", async () => {
  const calls = await openWith(REMOVAL);
  await pressInDialog("Cancel");
  expect(screen.queryByRole("dialog")).toBeNull();
  await pressInDialog("Lift");
  const call = await callTo(calls, `${PATH}/${REMOVAL.id}`);
  expect(calls.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  call.answer({ success: true, message: "x" });
  (await callTo(calls, PATH)).answer(listOf([]));
  expect(await screen.findByText("Nothing is removed")).toBeTruthy();
});

test("an added and a lifted removal show at once, also if the list cannot be fetched again", async () => {
  const calls = await openWith();
  const failRefetch = async () => (await callTo(calls, PATH)).answer("", 500);
  type("Username", "gem_hunter");
  submit();
  (await sentRemoval(calls)).answer({ success: true, removal: REMOVAL }, 201);
  expect(await screen.findByRole("article", { name: "u/gem_hunter" })).toBeTruthy();
  await failRefetch();
  await pressInDialog("Lift");
  (await callTo(calls, `${PATH}/${REMOVAL.id}`)).answer({ success: true, message: "x" });
  await waitFor(() => expect(screen.queryByRole("article")).toBeNull());
  await failRefetch();
  expect(screen.queryByRole("article")).toBeNull();
});

test("a removal that could not be lifted says so, and the list is requested again", async () => {
  const calls = await openWith(REMOVAL);
  await pressInDialog("Lift");
  (await callTo(calls, `${PATH}/${REMOVAL.id}`)).answer("", 500);
  const title = "The removal could not be lifted. Please try again.";
  await waitFor(() => expect(toastStore.read()).toMatchObject({ title, tone: "destructive" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  (await callTo(calls, PATH)).answer(listOf([]));
  expect(await screen.findByText("Nothing is removed")).toBeTruthy();
});

test("a request's shortcut fills in the form and sends nothing", async () => {
  const { calls } = renderPage("/admin");
  fireEvent.click(screen.getByRole("link", { name: /^Remove this/ }));
  (await callTo(calls, PATH)).answer(listOf([]));
  await screen.findByText("0 of 0 shown");
  expect(field("Kind").value).toBe("post");
  expect(field("Post").value).toBe("1abcd9");
  expect(calls.map(({ method }) => method)).toEqual(["GET"]);
  const back = screen.getByRole("link", { name: "Back to the request" });
  expect(back.getAttribute("href")).toBe("/admin?tab=feedback");
});

const ENDS = {
  here: async (calls: ApiCall[]) => {
    submit();
    const refusal = { success: false, error: "admin.required", message: "x", requestId: "1" };
    (await sentRemoval(calls)).answer(refusal, 401);
  },
  "in another tab": () => act(endSessionInAnotherTab),
};

test.each(Object.entries(ENDS))(
  "typed values survive the end of a session, noticed %s, until the next login, but not a logout",
  async (_where, end) => {
    const calls = await openWith();
    type("Username", "gem_hunter");
    await end(calls);
    await screen.findByText(/^The admin session has ended/);
    const logIn = async () => {
      fireEvent.input(await screen.findByLabelText("Admin password"), {
        target: { value: "right" },
      });
      fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
      (await callTo(calls, "/api/admin/login")).answer({ success: true, token: "new" });
      (await callTo(calls, PATH)).answer(listOf([]));
      await screen.findByText("0 of 0 shown");
    };
    await logIn();
    expect(field("Username").value).toBe("gem_hunter");
    fireEvent.click(screen.getByRole("button", { name: "Logout" }));
    await waitFor(() => expect(localStorage.getItem("adminToken")).toBeNull());
    await logIn();
    expect(field("Username").value).toBe("");
  },
);
