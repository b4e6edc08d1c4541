// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { FeedbackButton } from "./feedback-button.tsx";

vi.mock("./feedback-dialog.tsx", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

afterEach(() => act(dismissToast));

test("a dialog that cannot be fetched is reported, and the page stays", async () => {
  renderInApp(<FeedbackButton />);
  act(() => screen.getByRole("button", { name: "Feedback" }).click());
  expect(screen.getByText("Loading…")).toBeTruthy();
  await waitFor(() => expect(toastStore.read()?.title).toBe("Feedback could not be opened"));
  await waitFor(() => expect(screen.queryByText("Loading…")).toBeNull());
  expect(screen.getByRole("button", { name: "Feedback" })).toBeTruthy();
});
