import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/time.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { failingD1, holdingD1, readOnlyD1 } from "#worker/testing/faulty-d1.ts";
import { failingKv } from "#worker/testing/failing-kv.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { liftByKey, removeByKey } from "#worker/testing/removals.ts";
import { testApp, testClock, type TestApp } from "#worker/testing/test-app.ts";
import { addRemoval } from "./removals.service.ts";
import { parseCopy, RemovalList } from "./removal-list.rules.ts";
import { copyRemovals, currentRemovals } from "./removal-list.service.ts";

const ANN = { kind: "user", key: "ann", isAccountId: false, reason: "person" } as const;

/** Resolves after the background work. */
async function read(app: TestApp): Promise<RemovalList> {
  const work: Promise<unknown>[] = [];
  const deps = { ...app.deps(), waitUntil: (promise: Promise<unknown>) => void work.push(promise) };
  const removed = await currentRemovals(deps);
  await Promise.all(work);
  return removed;
}

beforeEach(async () => {
  await env.DB.prepare("delete from removal").run();
  const { keys } = await env.KV.list({ prefix: "removals" });
  await Promise.all(keys.map(({ name }) => env.KV.delete(name)));
});

test("a change is known within 60 seconds, in an isolate that reads all the time and in an idle one", async () => {
  for (const stepMs of [1_000, 59_000]) {
    const clock = testClock();
    const app = testApp({ clock });
    expect((await read(app)).hasUser("ann")).toBe(false);
    const hasItAfterMinute = async () => {
      for (let ms = stepMs; ms < 60_000; ms += stepMs) {
        clock.advance(stepMs);
        await read(app);
      }
      return (await read(app)).hasUser("Ann");
    };
    await removeByKey("user", "ann");
    expect(await hasItAfterMinute(), `every ${stepMs} ms`).toBe(true);
    await liftByKey("user", "ann");
    expect(await hasItAfterMinute(), `every ${stepMs} ms`).toBe(false);
  }
});

test("after Time Travel the next change is known to an isolate that has the list from before it", async () => {
  const setBack = (version: number, keys: string[]) =>
    env.DB.batch([
      env.DB.prepare(
        "delete from removal where kind || '/' || key not in (select value from json_each(?))",
      ).bind(JSON.stringify(keys)),
      env.DB.prepare("update removal_state set version = ?").bind(version),
      env.DB.prepare("update removal_snapshot set version = ?, keys = ?").bind(
        version,
        JSON.stringify(keys),
      ),
    ]);
  await setBack(0, []);
  const clock = testClock();
  const idle = testApp({ clock });
  await removeByKey("user", "ann");
  const { version } = await read(testApp());
  await removeByKey("user", "bob");
  const known = await read(idle);
  expect(known.hasUser("bob")).toBe(true);
  while (Date.now() <= known.version) await env.DB.exec("select 1");
  await setBack(version, ["user/ann"]);
  await removeByKey("post", "t3_abc");
  clock.advance(60_000);
  const removed = await read(idle);
  expect([removed.hasUser("bob"), removed.hasPost("t3_abc")]).toEqual([false, true]);
});

test("a warm isolate reads nothing; after 20 seconds it reads two rows in the background without waiting", async () => {
  await removeByKey("post", "t3_abc");
  const clock = testClock();
  const app = testApp({ clock });
  const first = await read(app);
  app.meter.reset();
  clock.advance(19_000);
  expect(await read(app)).toBe(first);
  expect(app.meter.statements).toBe(0);
  clock.advance(2_000);
  expect(await read(app), "the identical list while nothing changed").toBe(first);
  expect(app.meter).toMatchObject({ statements: 1, rowsRead: 2, rowsWritten: 0 });
  clock.advance(19_000);
  await read(app);
  expect(app.meter.statements, "an unchanged list counts as read").toBe(1);
  await removeByKey("user", "ann");
  clock.advance(2_000);
  expect((await read(app)).hasUser("ann"), "did not wait").toBe(false);
  expect((await read(app)).hasUser("ann")).toBe(true);
});

test("ten thousand removals cost two rows read, and a change rebuilds the snapshot once", async () => {
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
     insert into removal (kind, key, id, reason, created_by)
     select 'user', 'somebody_' || i, 'many' || i, 'other', 'admin' from n`,
  ).run();
  const builder = testApp();
  expect((await read(builder)).hasUser("Somebody_9999")).toBe(true);
  const app = testApp();
  const removed = await read(app);
  expect(removed.hasUser("somebody_10000")).toBe(true);
  expect(removed.hasUser("somebody_10001")).toBe(false);
  expect(app.meter).toMatchObject({ statements: 1, rowsRead: 2, rowsWritten: 0 });
  await copyRemovals(app.deps());
  const copy = (await env.KV.get("removals")) ?? "";
  expect(copy.length, "a value of KV holds 25 MB, a row of D1 2 MB").toBeLessThan(400_000);
  expect(parseCopy(copy).hasUser("somebody_10000")).toBe(true);
});

test("with the database down an isolate keeps its list and retries after five seconds", async () => {
  const { db, setDown } = failingD1();
  const clock = testClock();
  const app = testApp({ clock, env: { DB: db } });
  await removeByKey("user", "ann");
  await read(app);
  setDown(true);
  clock.advance(10 * 60_000);
  const logged = loggedLines();
  expect((await read(app)).hasUser("ann")).toBe(true);
  expect(logged("removals_unread")).toEqual([expect.objectContaining({ hasList: true })]);
  setDown(false);
  await removeByKey("user", "bob");
  clock.advance(4_000);
  expect((await read(app)).hasUser("bob")).toBe(false);
  clock.advance(1_001);
  expect((await read(app)).hasUser("bob")).toBe(true);
});

test("a removal added while a failed read is not retried yet is in the next list", async () => {
  const { db, setDown } = failingD1();
  const clock = testClock();
  const app = testApp({ clock, env: { DB: db } });
  await read(app);
  setDown(true);
  clock.advance(46_000);
  loggedLines();
  await read(app);
  setDown(false);
  await addRemoval(app.deps(), ANN, "admin");
  expect((await read(app)).hasUser("ann")).toBe(true);
});

test("a removal that was stored just before the database refused writes is known, and the copy in KV has it", async () => {
  const clock = testClock();
  const [first, second] = [readOnlyD1(), readOnlyD1()];
  const warm = testApp({ clock, env: { DB: first.db } });
  const cold = testApp({ clock, env: { DB: second.db } });
  await read(warm);
  await removeByKey("user", "ann");
  for (const { setReadOnly } of [first, second]) setReadOnly(true);
  const logged = loggedLines();
  clock.advance(46_000);
  for (const app of [warm, cold]) expect((await read(app)).hasUser("ann")).toBe(true);
  expect(logged("removals_unread")).toEqual([]);
  expect(logged("removals_snapshot")).toHaveLength(2);
  clock.advance(46_000);
  warm.meter.reset();
  await read(warm);
  expect(warm.meter.rowsRead).toBe(2);
  await copyRemovals(warm.deps());
  expect(parseCopy((await env.KV.get("removals")) ?? "").hasUser("ann")).toBe(true);
});

test("without the database a new isolate uses the copy in KV, and a newer copy replaces an isolate's list", async () => {
  await removeByKey("user", "ann");
  const { db, setDown } = failingD1();
  const clock = testClock();
  const warm = testApp({ clock, env: { DB: db } });
  await read(warm);
  await removeByKey("user", "bob");
  await runScheduled("removals", testApp().deps());
  setDown(true);
  const cold = testApp({ env: { DB: db } });
  expect((await read(cold)).hasUser("bob")).toBe(true);
  clock.advance(60_000);
  expect((await read(warm)).hasUser("bob")).toBe(true);
});

test("a removal added in this isolate is in its next list, which no earlier read replaces", async () => {
  await read(testApp());
  const { db, answered, release } = holdingD1();
  const app = testApp({ env: { DB: db, KV: failingKv } });
  const before = read(app).catch(() => null);
  await answered;
  await addRemoval(app.deps(), ANN, "admin");
  expect((await read(app)).hasUser("ann")).toBe(true);
  release();
  await before;
  expect((await read(app)).hasUser("ann")).toBe(true);
});

test("a removal added in an isolate that holds the list is in its next list", async () => {
  const app = testApp();
  expect((await read(app)).hasUser("ann")).toBe(false);
  await addRemoval(app.deps(), ANN, "admin");
  expect((await read(app)).hasUser("ann")).toBe(true);
});

test("the job writes the copy only if it changed", async () => {
  const writes: string[] = [];
  const kv = {
    get: (key: string) => env.KV.get(key),
    put: (key: string, text: string) => {
      writes.push(text);
      return env.KV.put(key, text);
    },
  } as unknown as KVNamespace;
  const app = testApp({ env: { KV: kv } });
  for (let run = 0; run < 3; run += 1) await runScheduled("removals", app.deps());
  expect(writes, "an empty list has a copy too").toHaveLength(1);
  await removeByKey("user", "ann");
  for (let run = 0; run < 3; run += 1) await runScheduled("removals", app.deps());
  expect(writes.map((text) => parseCopy(text).hasUser("ann"))).toEqual([false, true]);
});

test("a copy with entries that the list lost, as after a restore, is kept for 30 days under its replacement time", async () => {
  const clock = testClock(Date.now());
  const { deps } = testApp({ clock });
  const keptCopies = async () => (await env.KV.list({ prefix: "removals:before:" })).keys;
  await env.KV.put("removals", "unreadable");
  for (const key of ["ann", "bob"]) {
    await removeByKey("user", key);
    await runScheduled("removals", deps());
  }
  expect(await keptCopies(), "additions lose nothing").toEqual([]);
  const before = await env.KV.get("removals");
  await liftByKey("user", "bob");
  await removeByKey("user", "cat");
  const logged = loggedLines();
  for (let run = 0; run < 2; run += 1) await runScheduled("removals", deps());
  const kept = await keptCopies();
  const name = `removals:before:${new Date(clock.now()).toISOString()}`;
  expect(kept).toEqual([{ name, expiration: expect.any(Number) as number }]);
  expect(Math.abs((kept[0]?.expiration ?? 0) * 1000 - clock.now() - 30 * DAY_MS)).toBeLessThan(
    DAY_MS,
  );
  expect(await env.KV.get(name)).toBe(before);
  expect(logged("removals_lifted")).toEqual([expect.objectContaining({ lifted: 1, keptAs: name })]);
  expect(parseCopy((await env.KV.get("removals")) ?? "").hasUser("cat")).toBe(true);
});

test("if neither the database nor the copy can be read, nothing of a creator is shown", async () => {
  const { db, setDown } = failingD1();
  setDown(true);
  const app = testApp({ env: { DB: db, KV: failingKv } });
  const logged = loggedLines();
  const calls = [
    await app.send("POST", "/api/reddit/search", { username: "somebody" }),
    await app.request("/api/reddit/user/somebody"),
    await app.request("/api/reddit/post/abc"),
    await app.request("/api/leaderboard/users"),
    await app.request("/api/badges/users/somebody"),
  ];
  expect(calls.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
  for (const answer of calls) {
    expect(await answer.json()).toMatchObject({ error: "internal.unavailable" });
    expect(answer.headers.get("Retry-After")).toBe("5");
  }
  expect(logged("removals_unread")).toContainEqual(expect.objectContaining({ hasList: false }));
  expect(logged("removals_copy")).not.toEqual([]);
  const page = await app.request("/user/somebody");
  expect(page.status).toBe(200);
  expect(await page.text()).not.toContain('"reddit","search"');
});

test("while no list can be read, the database is asked once in five seconds", async () => {
  const { db, setDown } = failingD1();
  setDown(true);
  const clock = testClock();
  const app = testApp({ clock, env: { DB: db, KV: failingKv } });
  const logged = loggedLines();
  for (const [ms, reads] of [
    [0, 1],
    [4_999, 1],
    [1, 2],
  ] as const) {
    clock.advance(ms);
    await expect(read(app)).rejects.toMatchObject({ code: "internal.unavailable" });
    expect(logged("removals_unread")).toHaveLength(reads);
  }
});

test("an unreadable copy counts as missing, never as an empty list", async () => {
  const { db, setDown } = failingD1();
  setDown(true);
  for (const nonsense of ["", "<html>", "[]", "1\n", "1\n{}", "x\n[]", "\n[]", "1\n[1]"]) {
    await env.KV.put("removals", nonsense);
    const answer = await testApp({ env: { DB: db } }).request("/api/reddit/user/somebody");
    expect(answer.status, nonsense).toBe(503);
    expect(await answer.json(), nonsense).toMatchObject({ error: "internal.unavailable" });
  }
});
