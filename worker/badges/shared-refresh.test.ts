import { expect, test } from "vitest";
import type { BadgesResponse } from "#schema/api/badges.ts";
import { MINUTE_MS } from "#schema/time.ts";
import type { CallBudget } from "#worker/call-budget/durable-object.ts";
import { GRANTED } from "#worker/testing/call-budgets.ts";
import { smallReddit } from "#worker/testing/small-reddit.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

test("of two refreshes at once, one asks for itself if the other's visitor is refused the shared call", async () => {
  const reddit = smallReddit();
  const clock = testClock();
  let refusals = 0;
  const take = async () => {
    const isOverShare = (refusals -= 1) >= 0;
    return { ...GRANTED, isGranted: !isOverShare, isOverShare, waitMs: isOverShare ? 5_000 : 0 };
  };
  const object = { peek: async () => GRANTED, take };
  const namespace = { idFromName: (name: string) => name, get: () => object };
  const CALL_BUDGET = namespace as unknown as DurableObjectNamespace<CallBudget>;
  const app = testApp({ fetch: reddit.fetch, clock, env: { ...reddit.env, CALL_BUDGET } });
  const refresh = async () => {
    const answer = await app.request("/api/badges/users/Paired/refresh", { method: "POST" });
    const { badges } = await answer.json<BadgesResponse>();
    return badges.map(({ title }) => title).join();
  };
  reddit.addUser("Paired");
  expect(await refresh()).toBe("Creator");
  reddit.addUser("Paired", { has_verified_email: true });
  clock.advance(2 * MINUTE_MS);
  refusals = 1;
  const titles = await Promise.all([refresh(), refresh()]);
  expect(
    titles.filter((title) => title === "Creator"),
    titles.join(" | "),
  ).toHaveLength(1);
});
