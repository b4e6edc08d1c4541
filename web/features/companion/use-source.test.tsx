// @vitest-environment happy-dom
import { InfiniteQueryObserver, useInfiniteQuery } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { searchQuery, uniquePosts } from "#web/features/search/search.queries.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { type ApiCall, callTo, holdApiCalls } from "#web/testing/api.ts";
import { installCompanion, removeCompanion } from "#web/testing/companion.ts";
import { eventually } from "#web/testing/eventually.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { CHOICE_KEY, forgetCompanion } from "./companion-state.ts";
import type { ListingAnswer } from "./listing-answer.ts";
import { SourceDialog } from "./source-dialog.tsx";
import { SourceNote } from "./source.tsx";
import { refetchListing } from "./use-source.ts";

const SEARCH = "/api/reddit/search";
const LISTING = searchQuery("ann", "new");

const answerOf = (source: ListingAnswer["source"], id: string): ListingAnswer => ({
  ...searchAnswer({ posts: [postOf({ id })], nextPage: "t3_more", total: 2 }),
  source,
});

function Listing() {
  const { data } = useInfiniteQuery(LISTING);
  const answer = data?.pages[0];
  if (!answer) return null;
  return (
    <>
      <SourceNote answer={answer} username="ann" />
      <SourceDialog answer={answer} username="ann" onClose={() => undefined} />
      <p>{uniquePosts(data.pages).map(({ id }) => id)}</p>
    </>
  );
}

beforeEach(() => {
  installCompanion(() => null);
});

afterEach(() => {
  removeCompanion();
  dismissToast();
  localStorage.clear();
});

const switchPress = () =>
  fireEvent.click(screen.getByRole("button", { name: "Use our server's source" }));

test("a failed switch to the server says so, keeps all pages and can be repeated", async () => {
  const calls = holdApiCalls();
  const client = createQueryClient();
  const pages = [answerOf("companion", "t3_own1"), answerOf("companion", "t3_own2")];
  client.setQueryData(LISTING.queryKey, { pages, pageParams: [null, "t3_own1"] });
  renderInApp(<Listing />, { client });
  switchPress();
  const first = await callTo(calls, SEARCH);
  expect(screen.getByText("t3_own1t3_own2")).toBeTruthy();
  first.answer({ success: false, error: "http.internal", message: "Not now." }, 500);
  expect(
    await screen.findByText(/Not now\. These are still the posts from your Reddit/),
  ).toBeTruthy();
  expect(screen.getByText("t3_own1t3_own2")).toBeTruthy();
  switchPress();
  const second = await callTo(calls, SEARCH);
  expect(calls).toHaveLength(2);
  second.answer(answerOf("sample", "t3_theirs"));
  await waitFor(() => expect(screen.getByText("t3_theirs")).toBeTruthy());
  expect(screen.queryByText(/Not now/)).toBeNull();
});

test("a failed switch can be repeated from its note", async () => {
  const calls = holdApiCalls();
  const client = createQueryClient();
  const pages = [answerOf("companion", "t3_own1")];
  client.setQueryData(LISTING.queryKey, { pages, pageParams: [null] });
  renderInApp(<Listing />, { client });
  switchPress();
  (await callTo(calls, SEARCH)).answer({}, 500);
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  (await callTo(calls, SEARCH)).answer(answerOf("sample", "t3_theirs"));
  await waitFor(() => expect(screen.getByText("t3_theirs")).toBeTruthy());
});

/** Focuses and presses a button, which disappears with its answer. */
async function pressUntilGone(name: string, answer: () => unknown) {
  const button = await screen.findByRole("button", { name });
  button.focus();
  fireEvent.click(button);
  await act(async () => void answer());
  await waitFor(() => expect(button.isConnected).toBe(false));
}

const inMain = (children: ReactNode) => (
  <main id="main" tabIndex={-1}>
    {children}
  </main>
);

test.each([
  ["No thanks", "off"],
  ["Use your Reddit", "on"],
])("%s passes the focus to the page's content", async (name, state) => {
  const setState = (to: string) => {
    document.documentElement.setAttribute(COMPANION_ATTRIBUTE, to);
    document.dispatchEvent(new Event(COMPANION_ATTRIBUTE));
  };
  setState("off");
  renderInApp(inMain(<SourceNote answer={answerOf("sample", "t3_one")} username="ann" />));
  await pressUntilGone(name, () => setState(state));
  expect(document.activeElement?.id).toBe("main");
});

test("a repeated switch passes the focus to the page's content", async () => {
  const calls = holdApiCalls();
  const client = createQueryClient();
  const pages = [answerOf("companion", "t3_own1")];
  client.setQueryData(LISTING.queryKey, { pages, pageParams: [null] });
  renderInApp(inMain(<Listing />), { client });
  switchPress();
  (await callTo(calls, SEARCH)).answer({}, 500);
  await pressUntilGone("Try again", () => null);
  expect(document.activeElement?.id).toBe("main");
});

test("a switch that fails at once says so", async () => {
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 500 }));
  const client = createQueryClient();
  const pages = [answerOf("companion", "t3_own1")];
  client.setQueryData(LISTING.queryKey, { pages, pageParams: [null] });
  renderInApp(<Listing />, { client });
  switchPress();
  expect(await screen.findByText(/These are still the posts from your Reddit/)).toBeTruthy();
});

test("a declined offer goes away, and nothing is fetched", async () => {
  document.documentElement.setAttribute(COMPANION_ATTRIBUTE, "off");
  const calls = holdApiCalls();
  const client = createQueryClient();
  const pages = [answerOf("sample", "t3_one"), answerOf("sample", "t3_two")];
  client.setQueryData(LISTING.queryKey, { pages, pageParams: [null, "t3_one"] });
  renderInApp(<Listing />, { client });
  fireEvent.click(screen.getByRole("button", { name: "No thanks" }));
  expect(screen.queryByText(/^Your companion is installed/)).toBeNull();
  await act(async () => {});
  expect(calls).toEqual([]);
  expect(screen.getByText("t3_onet3_two")).toBeTruthy();
});

test.each([
  [
    "was updated or removed says so",
    { ok: false, reason: "gone" },
    "Your Reddit could not be used",
  ],
  ["asks the visitor says nothing", { ok: false, reason: "off" }, undefined],
])("an accepted offer of a companion that %s", async (_state, answer, title) => {
  installCompanion(({ type }) => (type === "hello" ? answer : null));
  document.documentElement.setAttribute(COMPANION_ATTRIBUTE, "off");
  renderInApp(<SourceNote answer={answerOf("sample", "t3_one")} username="ann" />);
  fireEvent.click(screen.getByRole("button", { name: "Use your Reddit" }));
  await act(async () => {});
  expect(toastStore.read()?.title).toBe(title);
});

test("after a refusal nothing is asked again by itself; its note's press asks the companion", async () => {
  const asked: string[] = [];
  installCompanion(({ type }) => {
    asked.push(type);
    return null;
  });
  const calls = holdApiCalls();
  const client = createQueryClient();
  const refused = { ok: false, reason: "rate_limited" } as const;
  const pages = [{ ...answerOf("sample", "t3_theirs"), refused }];
  client.setQueryData(LISTING.queryKey, { pages, pageParams: [null] });
  renderInApp(<Listing />, { client });
  await act(async () => {});
  expect([calls, asked]).toEqual([[], []]);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await eventually(() => expect(asked).toEqual(["listing", "about"]));
});

test("a companion's posts stay when it is removed, and are replaced when it is switched off", async () => {
  const calls = holdApiCalls();
  const client = createQueryClient();
  const pages = [answerOf("companion", "t3_own1"), answerOf("companion", "t3_own2")];
  client.setQueryData(LISTING.queryKey, { pages, pageParams: [null, "t3_own1"] });
  renderInApp(<Listing />, { client });
  await act(async () => forgetCompanion());
  expect(calls).toEqual([]);
  await act(async () => {
    document.documentElement.setAttribute(COMPANION_ATTRIBUTE, "off");
    document.dispatchEvent(new Event(COMPANION_ATTRIBUTE));
  });
  expect(calls).toHaveLength(1);
});

test("a note changes although a browser's translation has replaced its text", () => {
  const client = createQueryClient();
  const old: ListingAnswer = { ...answerOf("companion", "t3_own1"), stale: true };
  const refused = { ok: false, reason: "signed_out", until: 0 } as const;
  const note = (answer: ListingAnswer) => <SourceNote answer={answer} username="ann" />;
  const { rerender } = renderInApp(note(old), { client });
  const words = screen.getByText(/^Reddit cannot be asked/);
  for (const text of words.childNodes) {
    const translation = document.createElement("font");
    translation.textContent = text.textContent;
    text.replaceWith(translation);
  }
  rerender(note({ ...old, stale: false, refused }));
  expect(screen.getByRole("status").textContent).toMatch(/through our server\. Try again$/);
  rerender(note(old));
  expect(screen.getByRole("status").textContent).toMatch(/^Reddit cannot be asked/);
});

test("a switch is not lost to a next page that a restored position asks for at the same time", async () => {
  localStorage.setItem(CHOICE_KEY, "server");
  const calls = holdApiCalls();
  const client = createQueryClient();
  const pages = [answerOf("sample", "t3_theirs")];
  client.setQueryData(LISTING.queryKey, { pages, pageParams: [null] });
  const feed = new InfiniteQueryObserver(client, LISTING);
  const stop = feed.subscribe(() => undefined);
  const switched = refetchListing(client);
  void feed.fetchNextPage({ cancelRefetch: false });
  await switched;
  const afterOf = ({ body }: ApiCall) => (body as { after?: string }).after ?? null;
  await eventually(() => expect(calls.map(afterOf)).toContain(null));
  stop();
});
