// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { mountDownloadCard } from "./download-card.tsx";
import { jobStore, setJob } from "./job-store.ts";

beforeAll(() => act(mountDownloadCard));
afterEach(() => act(() => setJob(null)));

const running = { state: "running", name: "12 posts", note: "", fraction: null } as const;
const failed = { state: "failed", name: "12 posts", sentence: "Too large.", href: null } as const;

test("Back withdraws the question about the posts of its page, and no running download", () => {
  const back = () => act(() => void dispatchEvent(new PopStateEvent("popstate")));
  act(() => setJob({ state: "asking", count: 12, limit: 1_000_000, start: () => {} }));
  expect(screen.getByRole("dialog", { name: "Download 12 posts" })).toBeTruthy();
  back();
  expect(jobStore.read()).toBeNull();
  act(() => setJob({ ...running, cancel: () => {} }));
  back();
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
