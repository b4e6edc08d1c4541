// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError } from "#web/api/api-error.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { FeedEnd, type FeedEndProps } from "./feed-end.tsx";

function renderEnd(change: Partial<FeedEndProps>) {
  const onMore = vi.fn<() => void>();
  const common = { ending: "That is the end.", hasMore: true, isLoading: false, error: null };
  const layout = { tiles: null, ahead: 0, onMore, ref: null };
  const end = (now: Partial<FeedEndProps>) => (
    <section>
      <FeedEnd key={String(now.hasMore)} {...common} {...layout} {...now} />
    </section>
  );
  const { rerender } = renderInApp(end(change));
  return { onMore, show: (now: Partial<FeedEndProps>) => rerender(end(now)) };
}

test("a retry says that it is loading, keeps the focus, and its failure is a new alert", async () => {
  const { show } = renderEnd({ error: new Error("Offline") });
  const first = screen.getByRole("alert");
  screen.getByRole("button", { name: "Try Again" }).focus();
  show({ error: new Error("Offline"), isLoading: true });
  const loading = screen.getByRole("button", { name: "Loading…" });
  expect(loading.getAttribute("aria-disabled")).toBe("true");
  expect(screen.queryByRole("alert")).toBeNull();
  await Promise.resolve();
  expect(document.activeElement).toBe(loading);
  show({ error: new Error("Offline") });
  expect(screen.getByRole("alert")).not.toBe(first);
});

test("after the last page the focus is on the ending", async () => {
  const { show } = renderEnd({});
  screen.getByRole("button", { name: "Load More Posts" }).focus();
  show({ hasMore: false });
  await Promise.resolve();
  expect(document.activeElement).toBe(screen.getByText("That is the end."));
});

test("with the network back, a page whose request was lost is asked for again once, and a refused one is not", () => {
  const lost = new ApiError({ status: 0, code: "client.network" });
  const { onMore, show } = renderEnd({ error: lost });
  expect(onMore).not.toHaveBeenCalled();
  fireEvent(window, new Event("online"));
  expect(onMore).toHaveBeenCalledOnce();
  show({ error: lost, isLoading: true });
  fireEvent(window, new Event("online"));
  show({ error: new ApiError({ status: 503, code: "reddit.unavailable" }) });
  fireEvent(window, new Event("online"));
  expect(onMore).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(onMore).toHaveBeenCalledTimes(2);
});
