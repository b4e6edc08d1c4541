import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { CallBudget } from "#worker/call-budget/durable-object.ts";
import type { CallPurpose } from "#worker/call-budget/port.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { GRANTED } from "#worker/testing/call-budgets.ts";
import { smallReddit } from "#worker/testing/small-reddit.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp } from "#worker/testing/test-app.ts";

test("a vote for a target that came back at Reddit is a visitor's call: it works while the re-check's share is used up", async () => {
  const reddit = smallReddit();
  reddit.addUser("Back");
  reddit.addPost("bk1", "Back", { author_fullname: "t2_back" });
  const purposes: CallPurpose[] = [];
  const object = {
    peek: async () => ({ ...GRANTED, isGranted: false, isReserved: false, waitMs: 30_000 }),
    take: async (purpose: CallPurpose) => (purposes.push(purpose), GRANTED),
  };
  const namespace = { idFromName: (name: string) => name, get: () => object };
  const CALL_BUDGET = namespace as unknown as DurableObjectNamespace<CallBudget>;
  const app = testApp({ fetch: reddit.fetch, env: { ...reddit.env, CALL_BUDGET } });
  await storedUser("t2_back", "Back");
  await storedPost("t3_bk1", "t2_back");
  await env.DB.batch([
    env.DB.prepare("update reddit_user set removed_at = 2, checked_at = 2"),
    env.DB.prepare("update reddit_post set removed_at = 2, checked_at = 2"),
  ]);
  const { cookie } = await signUp(app, "ann");
  for (const path of ["posts/bk1", "users/back"]) {
    const url = `/api/leaderboard/${path}/vote`;
    expect((await app.request(url, { method: "POST", headers: { cookie } })).status, path).toBe(
      200,
    );
  }
  expect(new Set(purposes)).toEqual(new Set(["newcomer"]));
});
