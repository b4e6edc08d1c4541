import { expect, test } from "vitest";
import { sampleWorld } from "#sample/world.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { adminApp, adminHeaders } from "#worker/testing/admin.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { testClock } from "#worker/testing/test-app.ts";
import { CALLS, MEMBER, perform, type Keys } from "./api-calls.ts";

const app = adminApp({
  clock: testClock(Date.now()),
  sample: sampleWorld,
  env: { POST_SOURCE: "sample" },
});

async function createKeys(): Promise<Keys> {
  const { cookie } = await signUp(app, MEMBER.username);
  const member = { cookie };
  const admin = await adminHeaders(app);
  // The job runs first, because without a snapshot the first GET writes one.
  await runScheduled("leaderboard", app.deps());
  const found = await app.send("POST", "/api/reddit/search", { username: "gemhunter", limit: 1 });
  const { posts } = await found.json<SearchResponse>();
  const post = posts[0]?.id ?? "";
  return { signedOut: {}, member, changer: member, leaver: member, admin, post };
}

test("with fresh boards and checks a GET writes no row, for any role", async () => {
  const keys = await createKeys();
  const reads = CALLS.filter(({ method }) => method === "GET");
  expect(reads.length).toBeGreaterThan(15);
  for (const call of reads) {
    app.meter.reset();
    expect((await perform(app, call, keys, 0)).status, call.name).toBe(200);
    expect(app.meter.rowsWritten, call.name).toBe(0);
  }
});
