import { MutationObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { heartMutation } from "#web/features/hearts/hearts.mutations.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { staleAfterVote } from "./saved.queries.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: new Date("2026-11-01") });
});
afterEach(() => void vi.useRealTimers());

test("a list is old if it was asked for before the last vote, whatever the device's clock did since", async () => {
  const client = createQueryClient();
  const calls = holdApiCalls();
  const gem = { type: "post", id: "t3_gem" } as const;
  const before = { askedAt: performance.now() };
  vi.advanceTimersByTime(1_000);
  const button = new MutationObserver(client, heartMutation(client, gem));
  const vote = button.mutate({ voted: false, heartCount: 0 });
  (await callTo(calls, "/vote")).answer({ success: true, voted: true, heartCount: 1 });
  await vote;
  vi.advanceTimersByTime(1_000);
  vi.setSystemTime(new Date("2025-11-01"));
  expect(staleAfterVote(before)).toBe(0);
  expect(staleAfterVote({ askedAt: performance.now() })).toBe(Infinity);
});

test("a vote whose answer was lost makes lists old too, because it may have been counted", async () => {
  const client = createQueryClient();
  client.setQueryData(queryKeys.followingFeed(null), "a feed");
  const calls = holdApiCalls();
  vi.advanceTimersByTime(5_000);
  const before = { askedAt: performance.now() };
  vi.advanceTimersByTime(1_000);
  const maker = { type: "user", id: "GemHunter" } as const;
  const button = new MutationObserver(client, heartMutation(client, maker));
  const vote = button.mutate({ voted: false, heartCount: 0 });
  (await callTo(calls, "/vote")).lose();
  await expect(vote).rejects.toThrow("0: ");
  expect(staleAfterVote(before)).toBe(0);
  expect(client.getQueryData(queryKeys.followingFeed(null))).toBeUndefined();
});
