import { expect, test } from "vitest";
import type { SearchResponse } from "#schema/api/posts.ts";
import type { CallPurpose } from "#worker/call-budget/port.ts";
import { openLimit } from "#worker/testing/rate-limits.ts";
import { appOver } from "#worker/testing/search.ts";
import { picturePost, standIn, textPost } from "#worker/testing/stand-in.ts";

test("a newcomer who read the first batch from the cache fetches the second as a known visitor", async () => {
  const asked: CallPurpose[] = [];
  const granted = { isGranted: true, isReserved: true, pressure: 0.3, waitMs: 0 };
  const budget = {
    take: async (purpose: CallPurpose) => (asked.push(purpose), granted),
    peek: async () => granted,
  };
  const CALL_BUDGET = { idFromName: (name: string) => name, get: () => budget };
  const posts = Array.from({ length: 200 }, (_, index) =>
    index < 10 || index >= 100 ? picturePost(index) : textPost(index),
  );
  // The bindings' own counters include requests of other test files.
  const limits = { RATE_LIMITS: "on", SEARCH_LIMIT: openLimit, WIDEST_LIMIT: openLimit };
  const env = { ...limits, REDDIT_CLIENT_ID: "share", CALL_BUDGET: CALL_BUDGET as never };
  const app = appOver(standIn({ Ann: { posts } }), { env });
  const searchFrom = (address: string, body: object) =>
    app.send("POST", "/api/reddit/search", body, { "CF-Connecting-IP": address });
  const first = await searchFrom("203.0.113.1", { username: "Ann", limit: 10 });
  expect(first.status).toBe(200);
  asked.length = 0;
  const newcomer = await searchFrom("198.51.100.9", { username: "Ann", limit: 25 });
  expect((await newcomer.json<SearchResponse>()).posts).toHaveLength(25);
  expect(new Set(asked)).toEqual(new Set(["visitor"]));
});
