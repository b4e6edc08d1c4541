import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { ErrorBody } from "#schema/api/errors.ts";
import type {
  NsfwSubreddit,
  NsfwSubredditResponse,
  NsfwSubredditsResponse,
} from "#schema/api/nsfw-subreddits.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-names.service.ts";
import { adminApp, adminHeaders } from "#worker/testing/admin.ts";
import { silentD1 } from "#worker/testing/faulty-d1.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { waited } from "#worker/testing/measure-waits.ts";

const PATH = "/api/admin/nsfw-subreddits";
const clock = testClock();
const app = adminApp({ clock });
const admin = await adminHeaders(app);

const list = async (): Promise<NsfwSubreddit[]> => {
  const answer = await app.request(PATH, { headers: admin });
  return (await answer.json<NsfwSubredditsResponse>()).subreddits;
};
const add = (name: unknown, more = {}) => app.send("POST", PATH, { name, ...more }, admin);
const remove = (id: string) => app.request(`${PATH}/${id}`, { method: "DELETE", headers: admin });

test("the list begins with the defaults, in order of name", async () => {
  const subreddits = await list();
  expect(subreddits.length).toBeGreaterThanOrEqual(20);
  expect(subreddits.every(({ isDefault }) => isDefault)).toBe(true);
  const names = subreddits.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
});

test("a name is added without its prefix and in lower case, and is never a default", async () => {
  const answer = await add(" /r/SomeThing_2 ", { isDefault: true, addedBy: "me", id: "x" });
  expect(answer.status).toBe(201);
  const { subreddit } = await answer.json<NsfwSubredditResponse>();
  expect(subreddit).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: "something_2",
    isDefault: false,
    addedBy: "admin",
    createdAt: "2026-11-01T12:00:00.000Z",
  });
  expect(await list()).toContainEqual(subreddit);
});

test("a profile's own community is added too, whose name may hold a hyphen", async () => {
  const answer = await add("r/u_Some-Name");
  expect(answer.status).toBe(201);
  const { subreddit } = await answer.json<NsfwSubredditResponse>();
  expect(subreddit.name).toBe("u_some-name");
  expect((await add("some-name")).status).toBe(400);
});

test("a name that is there already, in any spelling, is 409 with 'already exists'", async () => {
  await add("twice");
  for (const name of ["twice", "r/TWICE", "R/twice", "gonewild"]) {
    const answer = await add(name);
    expect(answer.status).toBe(409);
    expect((await answer.json<ErrorBody>()).message).toContain("already exists");
  }
});

test.each([
  [undefined, "Subreddit name is required"],
  ["", "Subreddit name is required"],
  [" r/ ", "Subreddit name is required"],
  ["x".repeat(51), "Name too long"],
  ["x", "Invalid subreddit name"],
  ["two words", "Invalid subreddit name"],
  ["a/b", "Invalid subreddit name"],
  ["\u212Aelvin", "Invalid subreddit name"],
  [["pics"], "Subreddit name is required"],
])("the name %j is refused with its own sentence", async (name, sentence) => {
  const answer = await add(name);
  expect(answer.status).toBe(400);
  expect((await answer.json<ErrorBody>()).fields).toEqual({ name: sentence });
});

test("an added name can be removed, a default cannot, and an unknown id is 404", async () => {
  const { subreddit } = await (await add("shortlived")).json<NsfwSubredditResponse>();
  expect((await remove(subreddit.id)).status).toBe(200);
  expect((await remove(subreddit.id)).status).toBe(404);
  const answer = await remove("default-gonewild");
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({
    error: "nsfw_subreddits.default_protected",
    message: "Default subreddits cannot be deleted",
  });
  expect((await list()).map(({ id }) => id)).toContain("default-gonewild");
});

const COPY = "nsfw-subreddits:v1";

const silent = { env: { DB: silentD1() } };

test("a change shows at once in this isolate and within a minute in another", async () => {
  const elsewhere = testApp({ clock }).deps();
  await nsfwNames(elsewhere);
  await add("brand_new");
  expect((await nsfwNames(app.deps())).has("brand_new")).toBe(true);
  clock.advance(59_000);
  expect((await nsfwNames(elsewhere)).has("brand_new")).toBe(true);
});

test("a copy in KV that missed a change is replaced after a new isolate has read it", async () => {
  await env.KV.put(COPY, "outdated");
  expect(await nsfwNames(testApp({ clock }).deps())).toEqual(new Set(["outdated"]));
  await expect.poll(() => env.KV.get(COPY)).toContain("gonewild");
});

test("with outdated names in memory a KV that hangs delays a request by 50 milliseconds", async () => {
  let hangs = false;
  const get = (key: string) => (hangs ? new Promise<never>(() => undefined) : env.KV.get(key));
  const KV = { get, put: async () => undefined } as unknown as KVNamespace;
  const deps = testApp({ clock, env: { KV } }).deps();
  await nsfwNames(deps);
  clock.advance(60_000);
  hangs = true;
  const { result, waitedMs } = await waited(() => nsfwNames(deps));
  expect(result.has("gonewild")).toBe(true);
  expect(waitedMs).toBe(50);
});

test("a name whose list cannot be read after the insert is added", async () => {
  const lines = loggedLines();
  let isDown = false;
  const prepare = (sql: string) => {
    if (isDown && sql.startsWith('select "name" from "nsfw_subreddit"'))
      throw new Error("D1_ERROR: overloaded");
    return env.DB.prepare(sql);
  };
  const flaky = adminApp({ clock, env: { DB: { prepare } as unknown as D1Database } });
  const headers = await adminHeaders(flaky);
  isDown = true;
  const answer = await flaky.send("POST", PATH, { name: "unlisted_yet" }, headers);
  expect(answer.status).toBe(201);
  expect(lines("nsfw_names")).toHaveLength(1);
  const { subreddit } = await answer.json<NsfwSubredditResponse>();
  expect(await list()).toContainEqual(subreddit);
  // Also writes KV's copy again, which the test below deletes.
  await remove(subreddit.id);
});

test("with D1 down the last names, KV's names or no names are used, and no error is thrown", async () => {
  let isDown = false;
  const flaky = {
    prepare: (sql: string) => {
      if (isDown) throw new Error("D1_ERROR: overloaded");
      return env.DB.prepare(sql);
    },
  } as unknown as D1Database;
  const deps = testApp({ clock, env: { DB: flaky } }).deps();
  const known = await nsfwNames(deps);
  isDown = true;
  clock.advance(60_000);
  expect(await nsfwNames(deps), "the same set, for which answers are reused").toBe(known);
  await env.KV.delete(COPY);
  const fresh = testApp({ clock, env: { DB: flaky } }).deps();
  expect(await nsfwNames(fresh)).toEqual(new Set());
  isDown = false;
  clock.advance(10_000);
  expect(await nsfwNames(fresh)).toEqual(known);
});

test("the names are read once and renewed in the background after 30 seconds, without a wait", async () => {
  let isSilent = false;
  let reads = 0;
  const prepare = (sql: string) => {
    reads += 1;
    return isSilent ? silentD1().prepare(sql) : env.DB.prepare(sql);
  };
  const work: Promise<unknown>[] = [];
  const deps = {
    ...testApp({ clock, env: { DB: { prepare } as unknown as D1Database } }).deps(),
    waitUntil: (promise: Promise<unknown>) => void work.push(promise),
  };
  const names = await nsfwNames(deps);
  await Promise.all(work);
  clock.advance(29_999);
  expect(await nsfwNames(deps)).toEqual(names);
  expect(reads).toBe(1);
  isSilent = true;
  clock.advance(1);
  const { result, waitedMs } = await waited(() => nsfwNames(deps));
  expect(result).toEqual(names);
  expect(waitedMs).toBe(0);
  await expect.poll(() => reads).toBe(2);
});

test("a new isolate uses the copy in KV and does not wait for a silent database", async () => {
  await add("from_kv");
  const { result: names, waitedMs } = await waited(() => nsfwNames(testApp(silent).deps()));
  expect(names.has("from_kv")).toBe(true);
  expect(waitedMs).toBe(0);
});

test("without a copy a database that hangs delays a request by one and a half seconds", async () => {
  await env.KV.delete(COPY);
  const { result: names, waitedMs } = await hurried(() =>
    waited(() => nsfwNames(testApp(silent).deps())),
  );
  expect(names).toEqual(new Set());
  expect(waitedMs).toBe(1_500);
});

test("of admins who remove a name at the same time one is told that it is removed", async () => {
  const { subreddit } = await (await add("contested")).json<NsfwSubredditResponse>();
  const answers = await Promise.all(Array.from({ length: 5 }, () => remove(subreddit.id)));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, 404, 404, 404, 404]);
});
