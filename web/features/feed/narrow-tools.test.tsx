// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { callTo } from "#web/testing/api.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderUser } from "#web/testing/user-page.tsx";
import { loadNarrow } from "./load-narrow.ts";

beforeAll(() => loadNarrow());
afterEach(() => {
  localStorage.clear();
  dismissToast();
});

async function openAt(query: string, nextPage: string | null = null): Promise<void> {
  const calls = renderUser(`/user/gemhunter?${query}`);
  const posts = [postOf({ title: "An opal" })];
  (await callTo(calls, "/api/reddit/search")).answer(searchAnswer({ posts, total: 1, nextPage }));
  await screen.findByRole("article", { name: "An opal" });
}

test("a narrowed page is shared with the address that has its filters", async () => {
  const share = vi.fn<Navigator["share"]>(async () => {});
  vi.stubGlobal("navigator", { share });
  await openAt("q=opal");
  fireEvent.click(screen.getByRole("button", { name: "Share this view" }));
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: "u/gemhunter", url: location.href });
});

test("without a share sheet the address is copied", async () => {
  const writeText = vi.fn<Clipboard["writeText"]>(async () => {});
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  await openAt("q=opal");
  fireEvent.click(screen.getByRole("button", { name: "Share this view" }));
  await waitFor(() =>
    expect(toastStore.read()).toMatchObject({
      title: "Link copied",
      description: "It opens this page with its filters.",
    }),
  );
  expect(writeText).toHaveBeenCalledExactlyOnceWith(location.href);
});

test.each(["2026-13", "2004-12-31", "soon"])(
  "a day that is none, %s, is named as such, filters nothing and can be removed",
  async (before) => {
    await openAt(`before=${before}`);
    const name = `Remove filter Before “${before}”, which is no day since 2005`;
    fireEvent.click(screen.getByRole("button", { name }));
    await waitFor(() => expect(screen.queryByRole("button", { name })).toBeNull());
    expect(screen.getByRole("article", { name: "An opal" })).toBeTruthy();
  },
);

test("a day that the loaded posts have reached loads nothing by itself", async () => {
  await openAt("before=2026-12-01", "2");
  expect(screen.getByRole("button", { name: "Load Everything" })).toBeTruthy();
});
