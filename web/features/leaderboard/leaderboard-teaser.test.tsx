// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, signedOut } from "#web/testing/sessions.ts";
import { LeaderboardTeaser } from "./leaderboard-teaser.tsx";
import { usersBoardQuery } from "./leaderboard.queries.ts";

const USER = { id: "1", username: "GemHunter", displayName: null, avatarUrl: null };
const BOARD = {
  type: "users" as const,
  users: [{ ...USER, heartCount: 7, rank: 1 }],
  total: 1,
  generated: "2026-11-20T12:00:00.000Z",
};

test("standings fetched half an hour ago are shown and not fetched again", () => {
  const client = clientOf(signedOut);
  const updatedAt = Date.now() - 30 * 60_000;
  client.setQueryData(usersBoardQuery().queryKey, BOARD, { updatedAt });
  const calls = holdApiCalls();
  renderInApp(<LeaderboardTeaser />, { client });
  expect(screen.getAllByRole("link", { name: "u/GemHunter" })).toHaveLength(1);
  expect(calls).toEqual([]);
});

test("a teaser that fails to load shows an error, and Try Again loads the first six", async () => {
  const calls = holdApiCalls();
  renderInApp(<LeaderboardTeaser />, { client: clientOf(signedOut) });
  const answer = async (body: unknown, status?: number) =>
    (await callTo(calls, "/api/leaderboard/users?limit=50")).answer(body, status);
  await answer({}, 500);
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to load leaderboard");

  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  const users = Array.from({ length: 8 }, (_, at) => {
    return {
      ...USER,
      id: `${at}`,
      username: `creator_${at + 1}`,
      heartCount: 60 - at,
      rank: at + 1,
    };
  });
  await answer({ ...BOARD, users, total: users.length });
  const list = await screen.findByRole("list");
  const shown = within(list)
    .getAllByRole("link")
    .map((link) => link.textContent);
  expect(shown).toEqual(users.slice(0, 6).map(({ username }) => `u/${username}`));
});

test("on the home page a creator is popular above fifty hearts", () => {
  const client = clientOf(signedOut);
  const users = [51, 50].map((heartCount) => ({
    ...USER,
    id: `${heartCount}`,
    username: `creator_${heartCount}`,
    heartCount,
    rank: 1,
  }));
  client.setQueryData(usersBoardQuery().queryKey, { ...BOARD, users });
  renderInApp(<LeaderboardTeaser />, { client });
  const cards = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(cards.map((text) => text?.includes("Popular"))).toEqual([true, false]);
});

test("before the first heart the home page says how to give it", () => {
  const client = clientOf(signedOut);
  client.setQueryData(usersBoardQuery().queryKey, { ...BOARD, users: [], total: 0 });
  renderInApp(<LeaderboardTeaser />, { client });
  expect(screen.getByRole("heading", { name: "No User Rankings Yet" })).toBeTruthy();
});

test("a screen reader reads the number before a creator as a rank", () => {
  const client = clientOf(signedOut);
  client.setQueryData(usersBoardQuery().queryKey, BOARD);
  holdApiCalls();
  renderInApp(<LeaderboardTeaser />, { client });
  expect(screen.getByText("Rank 1")).toBeTruthy();
  expect(screen.getByText("1").getAttribute("aria-hidden")).toBe("true");
});
