// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { reportAuthLost } from "#web/api/auth-lost.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { renderInApp } from "#web/testing/render.tsx";
import { mountDownloadCard } from "./download-card.tsx";
import { jobStore, setJob } from "./job-store.ts";

beforeAll(() => act(mountDownloadCard));
afterEach(() => act(() => setJob(null)));

const running = { state: "running", name: "12 posts", note: "", fraction: null } as const;
const failed = { state: "failed", name: "12 posts", sentence: "Too large.", href: null } as const;

test.each([
  ["Back", () => void dispatchEvent(new PopStateEvent("popstate"))],
  ["the login", () => reportAuthLost("none")],
])("%s withdraws the question about the posts of its page, and no running download", (_, go) => {
  const leave = () => act(go);
  act(() => setJob({ state: "asking", count: 12, limit: 1_000_000, start: () => {} }));
  expect(screen.getByRole("dialog", { name: "Download 12 posts" })).toBeTruthy();
  leave();
  expect(jobStore.read()).toBeNull();
  act(() => setJob({ ...running, cancel: () => {} }));
  leave();
  expect(jobStore.read()?.state).toBe("running");
});

test.each([
  ["Cancel", { ...running, cancel: () => setJob(null) }],
  ["Dismiss", failed],
])("%s returns the focus to the element focused before", (name, job) => {
  const opener = document.body.appendChild(document.createElement("button"));
  opener.focus();
  act(() => setJob(job));
  const button = screen.getByRole("button", { name });
  button.focus();
  act(() => button.click());
  expect(jobStore.read()).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test("a failure under a focused Cancel returns the focus too", () => {
  const opener = document.body.appendChild(document.createElement("button"));
  opener.focus();
  act(() => setJob({ ...running, cancel: () => undefined }));
  screen.getByRole("button", { name: "Cancel" }).focus();
  act(() => setJob(failed));
  expect(document.activeElement).toBe(opener);
});

test.each([
  ["is not announced again", 1_000, null],
  ["that was not read out yet is announced", 900, "alert"],
])("a failure in a dialog that opens over it %s", (_, after, role) => {
  vi.useFakeTimers();
  act(() => setJob({ ...failed }));
  const announced = () => screen.getByText("Too large.").closest("div")?.getAttribute("role");
  expect(announced()).toBe("alert");
  act(() => vi.advanceTimersByTime(after));
  renderInApp(
    <Dialog label="Post" onClose={() => {}}>
      A post
    </Dialog>,
  );
  expect(screen.getByText("Too large.").closest("dialog")).toBeTruthy();
  expect(announced()).toBe(role);
  vi.useRealTimers();
});

test("the room of the card is known to what else is at the lower edge, until the card goes", () => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(70);
  const room = () => document.documentElement.style.getPropertyValue("--download");
  act(() => setJob({ ...running, cancel: () => undefined }));
  expect(room()).toBe("86px");
  act(() => setJob(failed));
  expect(room()).toBe("86px");
  act(() => setJob(null));
  expect(room()).toBe("");
});
