import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { AppError } from "#worker/errors.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { rewriteEntry, storeEntry } from "./entry-store.ts";
import { readThrough, refetch, type CacheSpec, type MissBudget } from "./read-through.ts";

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
      return { value: "loaded", freshMs: 5 * MINUTE_MS, goodUntil: clock.now() + HOUR_MS };
    },
  };
  /** Stores an entry that is stale already. */
  const store = async (value: string, goodMs = HOUR_MS) => {
    const fetchedAt = clock.now();
    const goodUntil = fetchedAt + goodMs;
    storeEntry(deps, spec, { value, fetchedAt, freshUntil: fetchedAt, goodUntil });
    await Promise.all(background);
  };
  return { clock, deps, counts, spec, store };
}

const budgetFor = (isNewcomer: boolean): MissBudget => ({
  purpose: isNewcomer ? "newcomer" : "visitor",
  isCacheOnly: false,
  admitMiss: () => Promise.resolve(),
  refreshDeadline: Infinity,
  noteHit: () => undefined,
  noteMissing: () => undefined,
});

test("a stale entry whose refresh the call budget refused asks it again after a minute", async () => {
  const { clock, deps, counts, spec, store } = cached("refused");
  await store("stale");
  for (const [ms, questions] of [
    [0, 1],
    [59_999, 1],
    [1, 2],
  ] as const) {
    clock.advance(ms);
    const { entry, isStale } = await readThrough(deps, spec);
    expect([entry.value, isStale]).toEqual(["stale", true]);
    expect(counts.questions).toBe(questions);
  }
});

test("an entry that another request loads while the visitor's budget is asked is not loaded again", async () => {
  const { deps, counts, spec } = cached("overtaken");
  const admitMiss = async () => void (await readThrough(deps, spec));
  const visitorBudget = { ...budgetFor(false), admitMiss };
  await readThrough({ ...deps, visitorBudget }, spec);
  expect(counts.loads).toBe(1);
});

test("an entry that ends within KV's shortest lifetime is in KV for other isolates", async () => {
  const { spec, store } = cached("short");
  await store("brief", 5_000);
  expect(await env.KV.get(spec.key)).toContain("brief");
});

test("KV keeps an entry for as long as it may be shown", async () => {
  const { deps, spec, clock } = cached("kept");
  const lifetimes: unknown[] = [];
  const put = async (_key: string, _text: string, options: KVNamespacePutOptions) =>
    void lifetimes.push(options.expirationTtl);
  const now = clock.now();
  const entry = { value: "kept", fetchedAt: now, freshUntil: now, goodUntil: now + HOUR_MS };
  storeEntry({ ...deps, kv: { put } as unknown as KVNamespace }, spec, entry);
  expect(lifetimes).toEqual([3_600]);
});

test("a stale entry is refreshed from the source if KV has lost its copy", async () => {
  const { deps, spec, store } = cached("lost");
  spec.mayRefresh = () => Promise.resolve(true);
  await store("stale");
  await env.KV.delete(spec.key);
  expect((await readThrough(deps, spec)).entry.value).toBe("loaded");
});

test("an entry that another isolate refreshed stays shown, though KV is not asked again", async () => {
  const { clock, deps, spec, store } = cached("elsewhere");
  await store("older");
  const now = clock.now() + 1;
  await env.KV.put(spec.key, `${now} ${now + MINUTE_MS} ${now + MINUTE_MS}\n"newer"`);
  expect((await readThrough(deps, spec)).entry.value).toBe("newer");
  expect((await readThrough(deps, spec)).entry.value).toBe("newer");
});

test("an expired entry is loaded at once, even if its refresh has just failed", async () => {
  const { clock, deps, spec, store } = cached("expired");
  const { load } = spec;
  spec.mayRefresh = () => Promise.resolve(true);
  spec.load = () => Promise.reject(new AppError("reddit.rate_limited"));
  await store("stale", 5_000);
  expect((await readThrough(deps, spec)).entry.value).toBe("stale");
  spec.load = load;
  clock.advance(5_000);
  expect((await readThrough(deps, spec)).entry.value).toBe("loaded");
});

test("an older copy in KV does not replace the isolate's entry", async () => {
  const { clock, deps, spec, store } = cached("lagging");
  await store("newer");
  const now = clock.now();
  await env.KV.put(spec.key, `${now - 1} ${now - 1} ${now + MINUTE_MS}\n"older"`);
  expect((await readThrough(deps, spec)).entry.value).toBe("newer");
  expect((await readThrough(deps, spec)).entry.value).toBe("newer");
});

test("KV's copy is not shown if another request has loaded a newer entry while it was read", async () => {
  const { clock, deps, counts, spec } = cached("slowly-read");
  const now = clock.now();
  const until = now + MINUTE_MS;
  const get = async () => {
    storeEntry(deps, spec, { value: "newer", fetchedAt: now, freshUntil: until, goodUntil: until });
    return `${now - 1} ${now - 1} ${until}\n"older"`;
  };
  const slow = { ...deps, kv: { get } as unknown as KVNamespace };
  expect((await readThrough(slow, spec)).entry.value).toBe("newer");
  expect(counts).toEqual({ loads: 0, questions: 0 });
});

test("a failed load of a newcomer's does not keep a known visitor from the source", async () => {
  const { deps, spec } = cached("newcomers");
  const { load } = spec;
  const readFor = (sender: "newcomer" | "visitor") =>
    readThrough({ ...deps, visitorBudget: budgetFor(sender === "newcomer") }, spec).then(
      ({ entry }) => entry.value,
    );
  spec.load = () => Promise.reject(new AppError("reddit.rate_limited"));
  await expect(readFor("newcomer")).rejects.toThrow(AppError);
  spec.load = load;
  await expect(readFor("newcomer")).rejects.toThrow(AppError);
  expect(await readFor("visitor")).toBe("loaded");
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

const emptyKv = { get: async () => null, put: async () => undefined } as unknown as KVNamespace;

test("a thousand failures are remembered, then the oldest is forgotten", async () => {
  const { deps, counts, spec } = cached("failures");
  const fail = async () => {
    counts.loads += 1;
    throw new AppError("reddit.unavailable");
  };
  const read = (index: number) =>
    readThrough({ ...deps, kv: emptyKv }, { ...spec, key: `failure ${index}`, load: fail }).catch(
      () => undefined,
    );
  for (let index = 0; index < 1_000; index += 1) await read(index);
  await read(0);
  expect(counts.loads).toBe(1_000);
  await read(1_000);
  await read(0);
  expect(counts.loads).toBe(1_002);
});

test("a thousand entries have at most one rewrite a minute in KV each, then the oldest is forgotten", async () => {
  const { clock, deps, spec } = cached("rewrites");
  const written: string[] = [];
  const kv = { ...emptyKv, put: async (key: string) => void written.push(key) };
  const work: Promise<unknown>[] = [];
  const to = {
    ...deps,
    kv: kv as unknown as KVNamespace,
    waitUntil: (one: Promise<unknown>) => void work.push(one),
  };
  const rewrite = async (index: number) => {
    const fetchedAt = clock.now() - MINUTE_MS;
    const times = {
      fetchedAt,
      freshUntil: clock.now() + MINUTE_MS,
      goodUntil: clock.now() + HOUR_MS,
    };
    rewriteEntry(to, { ...spec, key: `rewrite ${index}` }, { value: "new", ...times });
    await Promise.all(work);
  };
  for (let index = 0; index < 1_000; index += 1) await rewrite(index);
  await rewrite(0);
  expect(written).toHaveLength(1_000);
  await rewrite(1_000);
  await rewrite(0);
  expect(written.slice(1_000)).toEqual(["rewrite 1000", "rewrite 0"]);
});

test("a missing user costs the visitor extra only at a source that knows every user", async () => {
  let missing = 0;
  const visitorBudget = { ...budgetFor(false), noteMissing: () => void (missing += 1) };
  for (const [isIncomplete, counted] of [
    [true, 0],
    [false, 1],
  ] as const) {
    const { deps, spec } = cached(`missing, ${isIncomplete}`);
    await readThrough({ ...deps, visitorBudget }, { ...spec, isIncomplete, isMissing: () => true });
    expect(missing).toBe(counted);
  }
});

/** Counts what the visitor's budget is charged. */
function chargedBudget() {
  const charged = { calls: 0, missing: 0 };
  const visitorBudget: MissBudget = {
    ...budgetFor(false),
    admitMiss: async (calls) => void (charged.calls += calls),
    noteMissing: () => void (charged.missing += 1),
  };
  return { charged, visitorBudget };
}

test("a refetch is charged once it makes calls, and not for a remembered failure", async () => {
  const { deps, spec } = cached("refetched");
  const { charged, visitorBudget } = chargedBudget();
  const load = () => Promise.reject(new AppError("reddit.unavailable"));
  const failing = { ...spec, calls: 2, load };
  for (const _ of [1, 2])
    await expect(refetch({ ...deps, visitorBudget }, failing)).rejects.toThrow(AppError);
  expect(charged).toEqual({ calls: 2, missing: 0 });
});

test("a refetch that joins a running refresh costs nothing, and one of a missing name is noted", async () => {
  const { deps, spec, store } = cached("joined");
  const { charged, visitorBudget } = chargedBudget();
  const { promise: isAllowed, resolve } = Promise.withResolvers<boolean>();
  const refreshed = { ...spec, mayRefresh: () => isAllowed };
  await store("stale");
  const refreshing = readThrough(deps, refreshed);
  const joined = refetch({ ...deps, visitorBudget }, refreshed);
  resolve(true);
  expect((await joined).value).toBe("loaded");
  await refreshing;
  expect(charged).toEqual({ calls: 0, missing: 0 });
  await refetch({ ...deps, visitorBudget }, { ...spec, isMissing: () => true });
  expect(charged).toEqual({ calls: 1, missing: 1 });
});

test("a refresh begins from KV's stale copy if it is newer than the isolate's", async () => {
  const { clock, deps, spec, store } = cached("renewed");
  const bases: unknown[] = [];
  const { load } = spec;
  spec.mayRefresh = async (age, base) => (bases.push(age, base), true);
  spec.load = (previous, isRefresh) => (bases.push(previous), load(previous, isRefresh));
  await store("older");
  const then = clock.now() + MINUTE_MS;
  await env.KV.put(spec.key, `${then} ${then} ${then + HOUR_MS}\n"newer"`);
  clock.advance(3 * MINUTE_MS);
  expect((await readThrough(deps, spec)).entry.value).toBe("loaded");
  expect(bases).toEqual([2 * MINUTE_MS, "newer", "newer"]);
});

test("a request that joins the refresh of an aborted one outlives its own answer, to take the refresh over", async () => {
  const { clock, deps, spec, store } = cached("abandoned");
  spec.mayRefresh = () => Promise.resolve(true);
  spec.load = () => new Promise(() => undefined);
  await store("stale");
  await readThrough(deps, spec);
  clock.advance(11_000);
  const own: Promise<unknown>[] = [];
  await readThrough({ ...deps, waitUntil: (work) => void own.push(work) }, spec);
  expect(own).toHaveLength(1);
});
