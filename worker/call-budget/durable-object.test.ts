import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { systemClock } from "#worker/lib/clock.ts";
import { callBudgetOver } from "./durable-object-client.ts";
import { CALLS_PER_MINUTE } from "./call-budget.rules.ts";
import type { CallPurpose } from "./port.ts";

const namespace = env.CALL_BUDGET_UNDER_TEST;
const PURPOSES: CallPurpose[] = ["visitor", "newcomer", "refresh", "recheck"];
const PLACES = 20;

/** Twenty locations ask at once; returns the number of granted calls. */
async function takeFromPlaces(scope: string): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: PLACES * 20 }, (_, place) =>
      callBudgetOver(namespace).take(scope, {
        purpose: PURPOSES[place % PURPOSES.length] ?? "visitor",
      }),
    ),
  );
  return answers.filter(({ isGranted }) => isGranted).length;
}

test("twenty locations that ask at once get the limit between them and no more", async () => {
  expect(await takeFromPlaces("at once")).toBe(CALLS_PER_MINUTE);
});

test("an evicted object grants no call a second time", async () => {
  expect(await takeFromPlaces("evicted")).toBe(CALLS_PER_MINUTE);
  const object = namespace.get(namespace.idFromName("evicted"));
  await evictDurableObject(object);
  expect(await takeFromPlaces("evicted")).toBe(0);
  await evictDurableObject(object);
  const answer = await callBudgetOver(namespace).take("evicted", { purpose: "visitor" });
  expect(answer).toMatchObject({ isGranted: false, pressure: 1 });
  expect(answer.waitMs).toBeGreaterThan(0);
});

test("an object evicted within a minute still counts that minute's earlier calls", async () => {
  const budget = callBudgetOver(namespace);
  for (let call = 0; call < 40; call += 1) await budget.take("half", { purpose: "visitor" });
  await evictDurableObject(namespace.get(namespace.idFromName("half")));
  expect(await takeFromPlaces("half")).toBe(CALLS_PER_MINUTE - 40);
});

test("the object keeps the times of calls, and their senders in memory only", async () => {
  const budget = callBudgetOver(namespace);
  const caller = { purpose: "visitor", sender: "192.0.2.0/24" } as const;
  for (let call = 0; call < 43; call += 1)
    expect((await budget.take("senders", caller)).isGranted).toBe(true);
  expect(await budget.take("senders", caller)).toMatchObject({
    isGranted: false,
    isOverShare: true,
  });
  const object = namespace.get(namespace.idFromName("senders"));
  const stored = await runInDurableObject(object, (_, { storage }) => storage.list());
  expect(JSON.stringify([...stored])).toMatch(/visitor/);
  expect(JSON.stringify([...stored])).not.toMatch(/192\.0\.2/);
  await evictDurableObject(object);
  expect(await budget.take("senders", caller)).toMatchObject({ isGranted: true });
});

test("with the budget used up an uncached creator is a 429 with the time to wait, and a cached one is shown", async () => {
  const names = Array.from({ length: 50 }, (_, index) => `Crowded${index}`);
  const reddit = standIn(
    Object.fromEntries(names.map((name) => [name, { posts: picturePosts(2) }])),
  );
  const app = appOver(reddit, {
    clock: systemClock,
    env: { REDDIT_CLIENT_ID: "crowded", CALL_BUDGET: namespace },
  });
  await app.send("POST", "/api/reddit/search", { username: "Crowded0" });
  await search(app, { username: "Crowded0" });
  const statuses: number[] = [];
  const waits: number[] = [];
  for (const username of names.slice(1)) {
    const answer = await app.send("POST", "/api/reddit/search", { username });
    statuses.push(answer.status);
    waits.push(Number(answer.headers.get("Retry-After")));
  }
  expect(reddit.count(/^\/user\//)).toBeLessThanOrEqual(CALLS_PER_MINUTE);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(36);
  expect(statuses.at(-1)).toBe(429);
  expect(waits.at(-1)).toBeGreaterThan(0);
  expect(await search(app, { username: "Crowded0" })).toMatchObject({ total: 2, stale: false });
});

test("a call budget that fails leaves each isolate a few calls", async () => {
  const broken = {
    idFromName: () => {
      throw new Error("no objects here");
    },
  } as unknown as typeof namespace;
  const reddit = standIn({
    Undisturbed: { posts: picturePosts(2) },
    Second: { posts: picturePosts(2) },
    Third: { posts: picturePosts(2) },
  });
  const app = appOver(reddit, { env: { REDDIT_CLIENT_ID: "undisturbed", CALL_BUDGET: broken } });
  expect(await search(app, { username: "Undisturbed" })).toMatchObject({ total: 2 });
  expect(await search(app, { username: "Second" })).toMatchObject({ total: 2 });
  const third = await app.send("POST", "/api/reddit/search", { username: "Third" });
  expect(third.status).toBe(429);
  expect(reddit.count(/^\/user\//)).toBe(4);
});
