import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { AppError } from "#worker/errors.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { readThrough, storeEntry, type CacheSpec } from "./read-through.ts";

const MINUTE = 60_000;

/** One cache entry, whose loads and questions to the call budget are counted. */
function cached(key: string) {
  const clock = testClock();
  const background: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void background.push(work);
  const deps = { ...testApp({ clock }).deps(), waitUntil };
  const counts = { loads: 0, questions: 0 };
  const spec: CacheSpec<string> = {
    key,
    mayRefresh: async () => {
      counts.questions += 1;
      return false;
    },
    load: async () => {
      counts.loads += 1;
      return { value: "loaded", freshMs: 5 * MINUTE, goodUntil: clock.now() + 60 * MINUTE };
    },
  };
  /** Stores an entry that is stale already. */
  const store = async (value: string, goodMs = 60 * MINUTE) => {
    const fetchedAt = clock.now();
    const goodUntil = fetchedAt + goodMs;
    storeEntry(deps, spec, { value, fetchedAt, freshUntil: fetchedAt, goodUntil });
    await Promise.all(background);
  };
  return { clock, deps, counts, spec, store };
}

test("a stale entry whose refresh the call budget refused asks it again after a minute", async () => {
  const { clock, deps, counts, spec, store } = cached("refused");
  await store("stale");
  for (const [ms, questions] of [
    [0, 1],
    [59_999, 1],
    [1, 2],
  ] as const) {
    clock.advance(ms);
    expect((await readThrough(deps, spec)).entry.value).toBe("stale");
    expect(counts.questions).toBe(questions);
  }
});

test("an entry that another request loads while the visitor's budget is asked is not loaded again", async () => {
  const { deps, counts, spec } = cached("overtaken");
  const visitor = {
    purpose: "visitor",
    isCacheOnly: false,
    admitMiss: async () => void (await readThrough(deps, spec)),
    noteHit: () => undefined,
    noteMissing: () => undefined,
  };
  await readThrough({ ...deps, visitor }, spec);
  expect(counts.loads).toBe(1);
});

test("an entry that ends within KV's shortest lifetime is in KV for other isolates", async () => {
  const { spec, store } = cached("short");
  await store("brief", 5_000);
  expect(await env.KV.get(spec.key)).toContain("brief");
});

test("an older copy in KV does not replace the isolate's entry", async () => {
  const { clock, deps, spec, store } = cached("lagging");
  await store("newer");
  const now = clock.now();
  await env.KV.put(spec.key, `${now - 1} ${now - 1} ${now + MINUTE}\n"older"`);
  await readThrough(deps, spec);
  expect((await readThrough(deps, spec)).entry.value).toBe("newer");
});

test("a failure that asks for a longer pause is remembered for ten seconds", async () => {
  const { clock, deps, counts, spec } = cached("busy");
  spec.load = async () => {
    counts.loads += 1;
    throw new AppError("reddit.rate_limited", { retryAfterSeconds: 120 });
  };
  for (const [ms, loads] of [
    [0, 1],
    [9_999, 1],
    [1, 2],
  ] as const) {
    clock.advance(ms);
    await expect(readThrough(deps, spec)).rejects.toMatchObject({ code: "reddit.rate_limited" });
    expect(counts.loads).toBe(loads);
  }
});
