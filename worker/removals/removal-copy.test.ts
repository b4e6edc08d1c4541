import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { failingKv } from "#worker/testing/failing-kv.ts";
import { failingD1, silentD1 } from "#worker/testing/faulty-d1.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { removeByKey } from "#worker/testing/removals.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { copyRemovals, currentRemovals } from "./removal-list.service.ts";
import { addRemoval } from "./removals.service.ts";

test("a removal that an admin adds while the job writes the copy is in it, and is not reported as lifted", async () => {
  const logged = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await removeByKey("user", "ann");
  await copyRemovals(testApp().deps());
  let isAdded = false;
  const get = async (key: string) => {
    if (!isAdded) {
      isAdded = true;
      await removeByKey("user", "bob");
      await copyRemovals(testApp().deps());
    }
    return env.KV.get(key);
  };
  const KV = { ...env.KV, get, put: env.KV.put.bind(env.KV) } as unknown as KVNamespace;
  await copyRemovals(testApp({ env: { KV } }).deps());
  expect(await env.KV.get("removals")).toContain("bob");
  expect(logged).not.toHaveBeenCalled();
});

test("a database that does not answer is replaced by the copy after one and a half seconds", async () => {
  await removeByKey("user", "cat");
  await copyRemovals(testApp().deps());
  loggedLines();
  const app = testApp({ env: { DB: silentD1() } });
  const { result, waitedMs } = await waited(() => hurried(() => currentRemovals(app.deps())));
  expect(result.hasUser("cat")).toBe(true);
  expect(waitedMs).toBe(1_500);
});

test("if nothing can be read after a removal in this isolate, its list of before is used", async () => {
  const { db, setDown } = failingD1();
  const app = testApp({ env: { DB: db, KV: failingKv } });
  await removeByKey("user", "dan");
  expect((await currentRemovals(app.deps())).hasUser("dan")).toBe(true);
  loggedLines();
  const request = { kind: "user", key: "eve", isAccountId: false, reason: "person" } as const;
  await addRemoval(app.deps(), request, "admin");
  setDown(true);
  expect((await currentRemovals(app.deps())).hasUser("dan")).toBe(true);
});

test("without the database, an entry that an operator writes into the copy counts until the database answers", async () => {
  const { db, setDown } = failingD1();
  const clock = testClock();
  const warm = testApp({ clock, env: { DB: db } });
  await removeByKey("user", "fay");
  await currentRemovals(warm.deps());
  await copyRemovals(warm.deps());
  setDown(true);
  const [version = "", keys = ""] = ((await env.KV.get("removals")) ?? "").split("\n");
  const edited = `${Number(version) + 1}\n${keys.replace("]", ',"user/gus"]')}\n`;
  await env.KV.put("removals", edited);
  clock.advance(46_000);
  loggedLines();
  for (const app of [warm, testApp({ env: { DB: db } })]) {
    const removed = await currentRemovals(app.deps());
    expect([removed.hasUser("fay"), removed.hasUser("gus")]).toEqual([true, true]);
  }
  await expect(copyRemovals(warm.deps())).rejects.toThrow("Failed query");
  expect(await env.KV.get("removals"), "the job does not replace it").toBe(edited);
  setDown(false);
  clock.advance(46_000);
  expect((await currentRemovals(warm.deps())).hasUser("gus")).toBe(false);
  const request = { kind: "user", key: "gus", isAccountId: false, reason: "person" } as const;
  await addRemoval(warm.deps(), request, "admin");
  expect((await currentRemovals(warm.deps())).hasUser("gus")).toBe(true);
});
