import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { AccountExport } from "#schema/api/account.ts";
import type { VoteResponse, VoteStatusBatchResponse } from "#schema/api/hearts.ts";
import type { SavedPostsResponse, WaitingPostsResponse } from "#schema/api/saved.ts";
import { archiveStandIn } from "#worker/testing/archive-stand-in.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { vouchedAt } from "#worker/testing/vouched-post.ts";

const clock = testClock();
const { fetch } = archiveStandIn([]);
const app = testApp({ fetch, env: { POST_SOURCE: "archive" }, clock });

test("a post with a waiting and then a normal heart of one account has one heart and is saved once", async () => {
  const { cookie } = await signUp(app, "ann");
  async function call<T>(path: string, method = "GET", body?: unknown): Promise<T> {
    const answer = await app.send(method, path, body, { cookie });
    expect(answer.status, path).toBe(200);
    return answer.json<T>();
  }
  const post = "/api/leaderboard/posts/late";
  const vouched = vouchedAt(clock.now());
  expect(await call<VoteResponse>(`${post}/vouched-vote`, "POST", vouched)).toHaveProperty(
    "isWaiting",
  );
  // Another account's heart stores the post.
  const other = await signUp(app, "ben");
  await storedUser("t2_maker", "maker");
  await storedPost("t3_late", "t2_maker");
  await app.request(`${post}/vote`, { method: "POST", headers: { cookie: other.cookie } });
  const status = () => call<VoteResponse>(`${post}/vote-status`);
  expect(await status()).toMatchObject({ voted: true, heartCount: 2 });

  const items = [{ type: "post", id: "late" }];
  const many = { items, creator: "maker" };
  const listed = await call<VoteStatusBatchResponse>("/api/leaderboard/vote-status", "POST", many);
  expect(listed.items, "in a listing too").toMatchObject([{ voted: true, heartCount: 2 }]);

  const waiting = () => call<WaitingPostsResponse>("/api/leaderboard/saved/waiting");
  expect((await waiting()).posts).toHaveLength(1);
  const { heartCount } = await call<VoteResponse>(`${post}/vote`, "POST");
  expect(await env.DB.prepare("select count(*) as n from unverified_post").first("n")).toBe(1);
  expect(heartCount).toBe(2);
  expect(await status()).toMatchObject({ voted: true, heartCount: 2 });
  expect((await waiting()).posts).toEqual([]);
  expect((await call<SavedPostsResponse>("/api/leaderboard/saved/posts")).total).toBe(1);
  const { hearts } = await call<AccountExport>("/api/user/export");
  expect([hearts.posts.length, hearts.waiting.length]).toEqual([1, 0]);

  await call<VoteResponse>(`${post}/vote`, "DELETE");
  expect(await status()).toMatchObject({ voted: false, heartCount: 1 });
});
