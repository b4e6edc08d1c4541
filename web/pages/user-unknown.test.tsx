// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { callTo } from "#web/testing/api.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { renderUser } from "#web/testing/user-page.tsx";

const chunk = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock("#web/features/profile/why-empty.tsx", async (original) => {
  await chunk.promise;
  return original();
});

test("the search for an unknown user stays in view until the code of its answer is there", async () => {
  const calls = renderUser("/user/nobody");
  const searching = "Searching u/nobody's post history...";
  const filters = screen.getByRole("radio", { name: "All" });
  expect(screen.getByText(searching)).toBeTruthy();
  (await callTo(calls, "/api/reddit/search")).answer(searchAnswer({ userExists: false }));
  await waitFor(() => expect(filters.isConnected).toBe(false));
  expect(screen.getByText(searching)).toBeTruthy();
  chunk.resolve();
  expect(await screen.findByRole("heading", { name: "User Not Found" })).toBeTruthy();
  expect(screen.queryByText(searching)).toBeNull();
});
