import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate, startWorker, type RunningWorker } from "#tools/runtime.ts";
import { findTargets, signUpAccounts, toggleHeart } from "./accounts.ts";
import { ApiClient, type Call } from "./api-client.ts";
import { countReachable } from "./reachable-objects.ts";
import { CREATOR } from "./traffic.ts";

const TIMES = 12;
/** What the newest requests may still hold. */
const MOST = 5;
const SHELL =
  '<!doctype html><html lang="en"><head></head><body><div id="root"></div></body></html>';

let worker: RunningWorker;
let client: ApiClient;

beforeAll(async () => {
  worker = await startWorker("sample/entry.ts", "leaks", { inspects: true, shell: SHELL });
  await migrate(worker.database);
  client = new ApiClient(`http://127.0.0.1:${worker.port}`, 4);
});
afterAll(async () => {
  client.close();
  await worker.stop();
});

test("no request, answer or dependency of a request is held after the answer", async () => {
  const [account] = await signUpAccounts(client, 1, "leaks");
  const [target] = await findTargets(client, CREATOR, 12);
  if (!account || !target) throw new Error("neither account nor target");
  const { cookie } = account;
  const search = { username: CREATOR, limit: 12 };
  const calls: (Call & { status?: number })[] = [
    { method: "POST", path: "/api/reddit/search", body: search },
    { method: "POST", path: "/api/reddit/search", body: search, cookie },
    { method: "POST", path: "/api/reddit/search", body: { username: "" }, status: 400 },
    { path: "/api/leaderboard/users?limit=50" },
    { path: "/api/auth/status" },
    { path: "/api/auth/status", cookie },
    { path: "/api/health" },
    { path: "/api/none", status: 404 },
    { path: "/" },
    { path: `/user/${CREATOR}` },
    { path: "/leaderboard", cookie },
  ];
  for (let time = 0; time < TIMES; time += 1) {
    const replies = await Promise.all(calls.map((call) => client.send(call)));
    expect(replies.map(({ status }) => status)).toEqual(calls.map(({ status = 200 }) => status));
    expect((await toggleHeart(client, account, target)).status).toBe(200);
  }
  const held = await countReachable(await worker.inspector(), [
    "RequestDeps",
    "workerd / Request",
    "workerd / Response",
    "workerd / AsyncContextFrame",
  ]);
  // The class itself is counted too, so a renamed class fails here.
  expect(held.RequestDeps).toBeGreaterThan(0);
  for (const [name, count] of Object.entries(held)) expect(count, name).toBeLessThan(MOST);
});
