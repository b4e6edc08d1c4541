// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { mountDownloadCard } from "./download-card.tsx";
import { jobStore, setJob } from "./job-store.ts";

afterEach(() => act(() => setJob(null)));

test("Back withdraws the question about the posts of its page, and no running download", () => {
  act(mountDownloadCard);
  const back = () => act(() => void dispatchEvent(new PopStateEvent("popstate")));
  act(() => setJob({ state: "asking", count: 12, limit: 1_000_000, start: () => {} }));
  expect(screen.getByRole("dialog", { name: "Download 12 posts" })).toBeTruthy();
  back();
  expect(jobStore.read()).toBeNull();
  const running = { state: "running", name: "12 posts", note: "", fraction: null } as const;
  act(() => setJob({ ...running, cancel: () => {} }));
  back();
  expect(jobStore.read()?.state).toBe("running");
});
