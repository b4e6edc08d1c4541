import { expect, test } from "vitest";
import { testClock } from "#worker/testing/test-app.ts";
import { IsolateCache } from "./isolate-cache.ts";

const database = () => ({ binding: {} as D1Database });
const fail = () => Promise.reject(new Error("the database is down"));

test("a value is loaded once while it is fresh, and separately for each database", async () => {
  const cache = new IsolateCache<number>({ freshMs: 1_000 });
  const owner = { database: database(), clock: testClock() };
  let loads = 0;
  const load = async () => (loads += 1);
  expect([await cache.read(owner, "a", load), await cache.read(owner, "a", load)]).toEqual([1, 1]);
  expect(await cache.read({ ...owner, database: database() }, "a", load)).toBe(2);
  owner.clock.advance(1_000);
  expect(await cache.read(owner, "a", load)).toBe(3);
});

test("a failed load throws, even with a stale value", async () => {
  const cache = new IsolateCache<string>({ freshMs: 1_000 });
  const owner = { database: database(), clock: testClock() };
  await cache.read(owner, "a", async () => "loaded");
  owner.clock.advance(1_000);
  await expect(cache.read(owner, "a", fail)).rejects.toThrow("the database is down");
});

test("`load` gets the stale value and may return it; a new key empties a full cache", async () => {
  const cache = new IsolateCache<{ id: number }>({ freshMs: 1_000, maxEntries: 2 });
  const owner = { database: database(), clock: testClock() };
  const first = await cache.read(owner, "a", async () => ({ id: 1 }));
  owner.clock.advance(1_000);
  expect(await cache.read(owner, "a", async (stale) => stale ?? { id: 2 })).toBe(first);
  await cache.read(owner, "b", async () => ({ id: 3 }));
  owner.clock.advance(1_000);
  await cache.read(owner, "b", async () => ({ id: 3 }));
  expect(cache.held(owner, "a"), "renewing a key drops none").toBe(first);
  await cache.read(owner, "c", async () => ({ id: 4 }));
  expect(await cache.read(owner, "b", async () => ({ id: 5 }))).toEqual({ id: 5 });
});
