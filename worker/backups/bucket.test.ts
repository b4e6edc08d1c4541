import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { type BackupManifest, manifestKey } from "#schema/backups.ts";
import { DAY_MS } from "#schema/time.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { failingD1 } from "#worker/testing/faulty-d1.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { backUp } from "./backups.service.ts";

const TODAY = "2026-11-01";

const keysBelow = async (prefix: string) =>
  (await env.BACKUPS?.list({ prefix }))?.objects.map(({ key }) => key);

beforeAll(async () => {
  await signUp(testApp(), "keeper");
  await storedUser("t2_kept", "kept");
  await storedPost("t3_kept", "t2_kept");
});

/** The bucket, with some of its calls replaced. */
function bucketWith(replaced: (real: R2Bucket) => Partial<R2Bucket>): R2Bucket {
  const real = env.BACKUPS as R2Bucket;
  const calls = replaced(real);
  return new Proxy(real, {
    get(target, name: keyof R2Bucket) {
      if (calls[name]) return calls[name];
      const value: unknown = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

test("the bucket refuses a part whose bytes changed in transit", async () => {
  const put = (real: R2Bucket) => (key: string, body: ArrayBuffer, options: R2PutOptions) => {
    if (key.endsWith(".gz")) new Uint8Array(body)[0] = 0;
    return real.put(key, body, options);
  };
  const changing = bucketWith((real) => ({ put: put(real) as R2Bucket["put"] }));
  const app = testApp({ env: { BACKUPS: changing } });
  await expect(backUp(app.deps())).rejects.toThrow(/checksum/i);
  expect(await keysBelow(manifestKey(TODAY))).toEqual([]);
});

test("outdated backups are deleted page by page; the remains after a failure do not count as a whole backup", async () => {
  const clock = testClock();
  const days = [TODAY, "2026-11-02"];
  for (const day of days) {
    expect(await backUp(testApp({ clock }).deps())).toContain(`whole ${day}`);
    clock.advance(DAY_MS);
  }
  clock.advance(30 * DAY_MS);
  const deletions: (string | string[])[] = [];
  const small = bucketWith((real) => ({
    list: (options) => real.list({ ...options, limit: options?.delimiter ? undefined : 2 }),
    delete: (keys) => {
      if (deletions.push(keys) === 2) throw new Error("R2 is down");
      return real.delete(keys);
    },
  }));
  const app = testApp({ clock, env: { BACKUPS: small } });
  await expect(backUp(app.deps())).rejects.toThrow("R2 is down");
  const left = await keysBelow(`backups/${TODAY}/`);
  expect(left).not.toEqual([]);
  expect(left).not.toContain(manifestKey(TODAY));
  expect(deletions[0]).toBe(manifestKey(TODAY));
  await backUp(app.deps());
  for (const day of days) expect(await keysBelow(`backups/${day}/`), day).toEqual([]);
});

test("an outdated backup is deleted also while the database is down", async () => {
  const outdated = "backups/2026-10-02/";
  await env.BACKUPS?.put(`${outdated}app_user-0001.ndjson.gz`, "rows");
  const { db, setDown } = failingD1();
  const app = testApp({ env: { DB: db } });
  const deps = app.deps();
  setDown(true);
  await expect(backUp(deps)).rejects.toThrow("Failed query");
  expect(await keysBelow(outdated)).toEqual([]);
});

test("a run that another overtook replaces none of its parts", async () => {
  let isOvertaken = false;
  const overtaken = bucketWith((real) => ({
    put: (async (key: string, body: ArrayBuffer, options: R2PutOptions) => {
      if (!isOvertaken && key.endsWith(".gz")) {
        isOvertaken = true;
        await storedUser("t2_later", "later");
        await storedPost("t3_later", "t2_later");
        await backUp(testApp().deps());
      }
      return real.put(key, body, options);
    }) as R2Bucket["put"],
  }));
  const app = testApp({ env: { BACKUPS: overtaken } });
  await expect(backUp(app.deps())).rejects.toMatchObject({ name: "BackupOverlap" });
  const manifest = await (await env.BACKUPS?.get(manifestKey(TODAY)))?.json<BackupManifest>();
  const parts = manifest?.tables.flatMap((table) => table.parts) ?? [];
  expect(parts).not.toEqual([]);
  for (const { key, bytes, sha256 } of parts) {
    const stored = await env.BACKUPS?.head(key);
    expect([stored?.size, stored?.checksums.toJSON().sha256], key).toEqual([bytes, sha256]);
  }
});

test("a failing bucket fails the job, whose record and log line have its message", async () => {
  const broken = { list: () => Promise.reject(new Error("R2 is down")) } as unknown as R2Bucket;
  const app = testApp({ env: { BACKUPS: broken } });
  const linesOf = loggedLines();
  await expect(runScheduled("backup", app.deps())).rejects.toThrow("Failed jobs: backup");
  expect(linesOf("cron")).toMatchObject([{ dependency: "r2", message: "R2 is down" }]);
  const recorded = env.DB.prepare("select error from cron_run where job = 'backup'");
  expect(await recorded.first("error")).toBe("r2: R2 is down");
});
