// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { useLocation, useNavigationType } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LeaderboardUsersResponse } from "#schema/api/leaderboard.ts";
import { type ApiCall, holdApiCalls } from "#web/testing/api.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, signedOut } from "#web/testing/sessions.ts";
import { LeaderboardPage } from "./leaderboard.tsx";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const LastNavigation = () => <p>{`${useNavigationType()} ${useLocation().search}`}</p>;

function renderBoard(): ApiCall[] {
  const calls = holdApiCalls();
  renderInApp(
    <>
      <LeaderboardPage />
      <LastNavigation />
    </>,
    { client: clientOf(signedOut), path: "/leaderboard" },
  );
  return calls;
}

/** Answers the last call, and lets the minimum time of the skeleton pass. */
async function answerLast(calls: readonly ApiCall[], body: unknown, status = 200): Promise<void> {
  calls.at(-1)?.answer(body, status);
  await pass(550);
}

const generated = "2026-11-20T12:00:00.000Z";
const EMPTY = { type: "users", users: [], total: 0, generated } as const;
const USER = { id: "1", username: "GemHunter", displayName: null, avatarUrl: null };
const BOARD: LeaderboardUsersResponse = {
  ...EMPTY,
  users: [{ ...USER, heartCount: 7, rank: 1 }],
  total: 1,
};

test("fetched standings show their skeleton for at least half a second", async () => {
  const calls = renderBoard();
  expect(calls.map(({ url }) => url)).toEqual([expect.stringMatching(/\/leaderboard\/users\?/)]);
  calls[0]?.answer(BOARD);
  await pass(450);
  expect(screen.getByText("Loading the leaderboard")).toBeTruthy();
  await pass(100);
  expect(screen.queryByText("Loading the leaderboard")).toBeNull();
  expect(screen.getByText(/^Standings of /)).toBeTruthy();
});

test("a board that fails to load shows an error, links home and can be loaded again", async () => {
  const calls = renderBoard();
  await answerLast(calls, "", 500);
  expect(screen.getByRole("heading", { name: "Leaderboard Unavailable" })).toBeTruthy();
  const home = screen.getByRole("link", { name: "Return Home" });
  expect(home.getAttribute("href")).toBe("/");
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(calls).toHaveLength(2);
  await answerLast(calls, BOARD);
  expect(screen.getByText(/^Standings of /)).toBeTruthy();
});

test("an empty board says what to do", async () => {
  const calls = renderBoard();
  await answerLast(calls, EMPTY);
  expect(screen.getByRole("heading", { name: "No User Rankings Yet" })).toBeTruthy();
  const start = screen.getByRole("link", { name: "Start Exploring" });
  expect(start.getAttribute("href")).toBe("/");
  fireEvent.click(screen.getByRole("tab", { name: "Posts" }));
  expect(calls.at(-1)?.url).toContain("/leaderboard/posts?");
  await answerLast(calls, { type: "posts", posts: [], total: 0, generated });
  expect(screen.getByRole("heading", { name: "No Posts Yet" })).toBeTruthy();
});

const entryNames = () =>
  screen.getAllByRole("article").map((entry) => entry.getAttribute("aria-label"));

test("the first seven of fifty are shown in the answer's order, and the open tab replaces the history entry", async () => {
  const calls = renderBoard();
  const users = Array.from({ length: 50 }, (_, at) => {
    return { ...USER, id: `${at}`, username: `creator_${at}`, heartCount: 60 - at, rank: at + 1 };
  });
  await answerLast(calls, { ...BOARD, users });
  expect(entryNames()).toEqual(users.slice(0, 7).map(({ username }) => `u/${username}`));
  fireEvent.click(screen.getByRole("tab", { name: "Posts" }));
  expect(screen.getByText("REPLACE ?tab=posts")).toBeTruthy();
  const posts = Array.from({ length: 50 }, (_, at) =>
    postOf({ id: `t3_${at}`, title: `Stone ${at}`, rank: at + 1 }),
  );
  await answerLast(calls, { type: "posts", posts, total: 50, generated });
  expect(entryNames()).toEqual(posts.slice(0, 7).map(({ title }) => title));
  fireEvent.click(screen.getByRole("tab", { name: "Users" }));
  expect(screen.getByText("REPLACE"), "the default is in no address").toBeTruthy();
});
