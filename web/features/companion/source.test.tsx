// @vitest-environment happy-dom
import { useInfiniteQuery } from "@tanstack/react-query";
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import { ApiError } from "#web/api/api-error.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { searchQuery } from "#web/features/search/search.queries.ts";
import { holdApiCalls } from "#web/testing/api.ts";
import { installCompanion, removeCompanion } from "#web/testing/companion.ts";
import { eventually } from "#web/testing/eventually.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { CHOICE_KEY } from "./companion-state.ts";
import { SourceDialog } from "./source-dialog.tsx";
import { SourceNote, SourceOffer } from "./source.tsx";
import type { ListingAnswer } from "./listing-answer.ts";

afterEach(() => {
  removeCompanion();
  localStorage.clear();
});

const setState = (state: string) =>
  act(() => {
    document.documentElement.setAttribute(COMPANION_ATTRIBUTE, state);
    document.dispatchEvent(new Event(COMPANION_ATTRIBUTE));
  });

const noteOf = (answer: ListingAnswer) => <SourceNote answer={answer} username="ann" />;

test("while the companion is asked in place of the server, a note says so", async () => {
  const requests = installCompanion(() => null);
  const client = createQueryClient();
  const listing = searchQuery("ann", "new");
  const pages = [searchAnswer()];
  client.setQueryData(listing.queryKey, { pages, pageParams: [null] });
  function Listing() {
    const { data } = useInfiniteQuery(listing);
    return data?.pages[0] && noteOf(data.pages[0]);
  }
  renderInApp(<Listing />, { client });
  expect(await screen.findByText(/^Asking Reddit through your browser/)).toBeTruthy();
  await eventually(() => expect(requests.map(({ type }) => type)).toContain("listing"));
});

test("a source that sorts by time only is named for a user who exists", () => {
  const byTime = searchAnswer({ sortExact: false });
  const { rerender } = renderInApp(noteOf(byTime));
  expect(screen.getByRole("status").textContent).toMatch(/^This source sorts by time only/);
  rerender(noteOf({ ...byTime, userExists: false }));
  expect(screen.queryByRole("status")).toBeNull();
});

test.each([
  ["reddit.rate_limited", true],
  ["archive.unavailable", true],
  ["search.too_many", true],
  ["http.not_found", false],
] as const)("after the error %s of the server a companion is offered: %s", (code, isOffered) => {
  setState("off");
  renderInApp(<SourceOffer username="ann" error={new ApiError({ status: 503, code })} />);
  expect(screen.queryByRole("button", { name: "Use your Reddit" }) !== null).toBe(isOffered);
  setState("on");
  expect(screen.queryByRole("status"), "it is used").toBeNull();
});

test("an offer that goes without having the focus moves none, also with its page", async () => {
  setState("off");
  const page = (
    <main id="main" tabIndex={-1}>
      {noteOf(searchAnswer())}
    </main>
  );
  renderInApp(page);
  setState("on");
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
  setState("off");
  screen.getByRole("button", { name: "No thanks" }).focus();
  history.pushState(null, "", "/next");
  setState("on");
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});

test("the dialog offers the extension where none is installed, and names an older copy", () => {
  const answer = searchAnswer({ stale: true });
  const dialog = <SourceDialog answer={answer} username="ann" onClose={() => undefined} />;
  const { unmount } = renderInApp(dialog);
  expect(screen.getByRole("link", { name: "Get the extension" })).toBeTruthy();
  expect(screen.getByText(/, an older copy$/)).toBeTruthy();
  unmount();
  setState("off");
  renderInApp(dialog);
  expect(screen.queryByRole("link", { name: "Get the extension" })).toBeNull();
});

test("a switch of the source closes the dialog", () => {
  installCompanion(() => null);
  const onClose = vi.fn<() => void>();
  const answer = { ...searchAnswer(), source: "companion" } as const;
  renderInApp(<SourceDialog answer={answer} username="ann" onClose={onClose} />);
  fireEvent.click(screen.getByRole("button", { name: "Use our server's source" }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("the visitor's own Reddit is chosen again, and one that is off is asked for consent only", async () => {
  localStorage.setItem(CHOICE_KEY, "server");
  const requests = installCompanion(() => null);
  setState("off");
  const calls = holdApiCalls();
  const client = createQueryClient();
  const { queryKey } = searchQuery("ann", "new");
  client.setQueryData(queryKey, { pages: [searchAnswer()], pageParams: [null] });
  function Shown() {
    useInfiniteQuery(searchQuery("ann", "new"));
    return <SourceDialog answer={searchAnswer()} username="ann" onClose={() => undefined} />;
  }
  renderInApp(<Shown />, { client });
  fireEvent.click(screen.getByRole("button", { name: "Use your Reddit" }));
  await act(() => vi.dynamicImportSettled());
  expect(localStorage.getItem(CHOICE_KEY)).toBeNull();
  expect(requests.map(({ type }) => type)).toEqual(["about", "hello"]);
  expect(calls).toEqual([]);
});
