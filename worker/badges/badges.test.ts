import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { Badge, BadgesResponse } from "#schema/api/badges.ts";
import { DAY_MS, MINUTE_MS } from "#schema/time.ts";
import type { Fetch } from "#worker/deps.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { archiveStandIn } from "#worker/testing/archive-stand-in.ts";
import { failingKv } from "#worker/testing/failing-kv.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { shutLimit } from "#worker/testing/rate-limits.ts";
import { recordingKv } from "#worker/testing/recording-kv.ts";
import { smallReddit } from "#worker/testing/small-reddit.ts";
import { picturePost } from "#worker/testing/stand-in.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { badgesFor, type Merits } from "./badges.rules.ts";
import { getBadges, refreshBadges } from "./badges.service.ts";

const reddit = smallReddit();
const clock = testClock();
const app = testApp({ fetch: reddit.fetch, env: reddit.env, clock });

const titles = (badges: Badge[]) => badges.map(({ title }) => title);

async function badges(name: string, how: "GET" | "POST" = "GET", at = app): Promise<string[]> {
  const path = `/api/badges/users/${name}${how === "POST" ? "/refresh" : ""}`;
  const answer = await at.request(path, { method: how });
  expect(answer.status).toBe(200);
  return titles((await answer.json<BadgesResponse>()).badges);
}

const abouts = () => reddit.asked.filter((path) => path.endsWith("/about")).length;

const row = (id: string) =>
  env.DB.prepare("select * from reddit_user_badges where reddit_user_id = ?").bind(id).first();

beforeAll(async () => {
  reddit.addUser("Newcomer");
  reddit.addUser("Famous", {
    created_utc: Date.parse("2021-11-01T12:00:00Z") / 1000,
    has_verified_email: true,
    is_mod: true,
    subreddit: { title: "Famous", over_18: true },
  });
  await storedUser("t2_famous", "famous", 101);
});

const nothing: Merits = {
  heartCount: 0,
  rank: null,
  verifiedEmail: false,
  isNsfw: false,
  isMod: false,
  createdUtc: null,
};

test("every user is a Creator; Popular begins above 100 hearts, Top 10 ends with the tenth place", () => {
  const of = (merits: Partial<Merits>) => titles(badgesFor({ ...nothing, ...merits }, 0));
  expect(of({})).toEqual(["Creator"]);
  expect(of({ heartCount: 100 })).toEqual(["Creator"]);
  expect(of({ heartCount: 101 })).toEqual(["Popular", "Creator"]);
  expect(of({ rank: 10 })).toEqual(["Top 10", "Creator"]);
  expect(of({ rank: 11 })).toEqual(["Creator"]);
});

test("Veteran begins on the fifth anniversary, leap days and all, and never without a known age", () => {
  const createdUtc = Date.parse("2020-02-29T10:00:00Z") / 1000;
  const at = (time: string) => titles(badgesFor({ ...nothing, createdUtc }, Date.parse(time)));
  expect(at("2025-03-01T09:59:59Z")).not.toContain("Veteran");
  expect(at("2025-03-01T10:00:00Z")).toContain("Veteran");
  expect(titles(badgesFor(nothing, Date.parse("2025-03-01T10:00:00Z")))).not.toContain("Veteran");
});

test("a stored user's badges come from the profile and our own count, in pink where earned here", async () => {
  await runScheduled("leaderboard", app.deps());
  const answer = await app.request("/api/badges/users/famous");
  expect(await answer.json()).toEqual({
    success: true,
    badges: [
      { title: "Top 10", color: "pink", actionUrl: "/leaderboard" },
      { title: "Popular", color: "pink" },
      { title: "Creator", color: "gray" },
      { title: "Verified", color: "blue" },
      { title: "Veteran", color: "orange" },
      { title: "Moderator", color: "green" },
      { title: "NSFW", color: "red" },
    ],
  });
  expect(await row("t2_famous")).toMatchObject({
    calculated_at: clock.now(),
    expires_at: clock.now() + DAY_MS,
  });
});

/** DB whose writes of badges' rows take 100 ms. */
function slowToKeep(): D1Database {
  const slow = (statement: D1PreparedStatement) => ({
    bind: (...values: unknown[]) => ({
      run: async () => {
        await new Promise<void>((resolve) => setTimeout(resolve, 100));
        return statement.bind(...values).run();
      },
    }),
  });
  const prepare = (sql: string) => {
    const statement = env.DB.prepare(sql);
    return sql.startsWith('insert into "reddit_user_badges"') ? slow(statement) : statement;
  };
  const batch = (statements: D1PreparedStatement[]) => env.DB.batch(statements);
  return { prepare, batch } as unknown as D1Database;
}

test("the answer of first badges does not wait until they are stored", async () => {
  reddit.addUser("Hasty");
  await storedUser("t2_hasty", "Hasty");
  const far = testApp({ fetch: reddit.fetch, env: { ...reddit.env, DB: slowToKeep() }, clock });
  const stored: Promise<unknown>[] = [];
  const deps = Object.assign(far.deps(), {
    waitUntil: (work: Promise<unknown>) => void stored.push(work),
  });
  const { result, waitedMs } = await waited(() => getBadges(deps, "hasty"));
  expect(titles(result.badges)).toEqual(["Creator"]);
  expect(waitedMs).toBe(0);
  await Promise.all(stored);
  expect(await row("t2_hasty")).not.toBeNull();
});

test("badges of a user who is not stored store no row, and the second read makes no upstream call", async () => {
  expect(await badges("newcomer")).toEqual(["Creator"]);
  const before = abouts();
  expect(await badges("NewComer")).toEqual(["Creator"]);
  expect(abouts()).toBe(before);
  const stored = await env.DB.prepare(
    "select count(*) as n from reddit_user where reddit_username = 'newcomer' collate nocase",
  ).first("n");
  expect(stored).toBe(0);
});

test("badges of a name at one source are not those of the name at another", async () => {
  reddit.addUser("Shared", { has_verified_email: true });
  expect(await badges("shared")).toEqual(["Creator", "Verified"]);
  const archive = archiveStandIn([picturePost(1, { author: "Shared" })]);
  const other = testApp({ fetch: archive.fetch, env: { POST_SOURCE: "archive" }, clock });
  expect(await badges("shared", "GET", other)).toEqual(["Creator"]);
});

test("the archive's few badges of a hearted creator end with the archive as source", async () => {
  reddit.addUser("Returning", { has_verified_email: true });
  await storedUser("t2_returning", "Returning");
  const archive = archiveStandIn([picturePost(1, { author: "Returning" })]);
  const other = testApp({ fetch: archive.fetch, env: { POST_SOURCE: "archive" }, clock });
  expect(await badges("returning", "GET", other)).toEqual(["Creator"]);
  expect(await badges("returning")).toEqual(["Creator", "Verified"]);
});

test("badges of an emptied user are answered and not stored again", async () => {
  reddit.addUser("Emptied");
  await storedUser("t2_emptied", "Emptied");
  await env.DB.prepare("update reddit_user set removed_at = 1 where id = 't2_emptied'").run();
  expect(await badges("emptied")).toEqual(["Creator"]);
  expect(await row("t2_emptied")).toBeNull();
});

test("a refresh for a user who is gone at Reddit is 404, though badges are kept", async () => {
  reddit.addUser("Leaving");
  expect(await badges("leaving")).toEqual(["Creator"]);
  reddit.removeUser("Leaving");
  clock.advance(2 * MINUTE_MS);
  const answer = await app.request("/api/badges/users/leaving/refresh", { method: "POST" });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: "badges.user_not_found" });
});

test("a refresh recomputes the badges at most once a minute, and always answers", async () => {
  clock.advance(2 * MINUTE_MS);
  reddit.addUser("Newcomer", { has_verified_email: true });
  expect(await badges("newcomer")).toEqual(["Creator"]);
  expect(await badges("newcomer", "POST")).toEqual(["Creator", "Verified"]);
  const before = abouts();
  reddit.addUser("Newcomer");
  expect(await badges("newcomer", "POST")).toEqual(["Creator", "Verified"]);
  expect(abouts()).toBe(before);
  clock.advance(MINUTE_MS);
  expect(await badges("newcomer", "POST")).toEqual(["Creator"]);
});

test("past the visitor's upstream budget a refresh answers the kept badges and writes nothing", async () => {
  clock.advance(2 * MINUTE_MS);
  const { KV, writes } = recordingKv();
  const limits = { RATE_LIMITS: "on", SEARCH_LIMIT: shutLimit };
  const spent = testApp({ fetch: reddit.fetch, env: { ...reddit.env, KV, ...limits }, clock });
  for (const name of ["famous", "newcomer"]) {
    const kept = await badges(name);
    const answer = await spent.request(`/api/badges/users/${name}/refresh`, { method: "POST" });
    expect(answer.status, name).toBe(200);
    expect(titles((await answer.json<BadgesResponse>()).badges), name).toEqual(kept);
  }
  expect(writes).toEqual([]);
  expect(spent.meter.rowsWritten).toBe(0);
});

test("spaces around a name do not count, as in a search", async () => {
  reddit.addUser("Spaced");
  expect(await badges("%20Spaced%20")).toEqual(["Creator"]);
});

test("an unknown user and a name Reddit cannot have are 404", async () => {
  for (const name of ["no_such_user", "a", "x".repeat(400), "a%20b"]) {
    const answer = await app.request(`/api/badges/users/${name}`);
    expect(answer.status, name).toBe(404);
    expect(await answer.json()).toMatchObject({ error: "badges.user_not_found" });
  }
});

test("while Reddit is down cached badges are shown, and uncached ones are Reddit's error", async () => {
  reddit.failure = () => new Response("", { status: 500 });
  expect(await badges("famous")).toContain("Popular");
  expect(await badges("famous", "POST")).toContain("Popular");
  const answer = await app.request("/api/badges/users/somebody");
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ error: "reddit.unavailable" });
  reddit.failure = null;
});

test("with KV down badges are answered from the database, each user's own", async () => {
  reddit.addUser("Plain");
  await storedUser("t2_plain", "Plain");
  expect(await badges("plain")).toEqual(["Creator"]);
  await env.DB.prepare("update reddit_user_badges set badges = ? where reddit_user_id = 't2_plain'")
    .bind('[{"title":"Kept","color":"gray"}]')
    .run();
  const lines = loggedLines();
  const without = testApp({ fetch: reddit.fetch, env: { ...reddit.env, KV: failingKv }, clock });
  expect(await badges("plain", "GET", without)).toEqual(["Kept"]);
  expect(await badges("famous", "GET", without)).toContain("Popular");
  expect(lines("badges_copy")).not.toEqual([]);
});

test.each(["{", "5", "[5]", "[{}]", '[{"title":"Creator"}]', "null"])(
  "stored badges of %s count as missing: they are calculated and stored again",
  async (damaged) => {
    await env.DB.prepare(
      "update reddit_user_badges set badges = ? where reddit_user_id = 't2_plain'",
    )
      .bind(damaged)
      .run();
    await env.KV.delete("badges:reddit:plain");
    expect(await badges("plain")).toEqual(["Creator"]);
    expect(await row("t2_plain")).toMatchObject({ badges: '[{"title":"Creator","color":"gray"}]' });
  },
);

test("a refresh waits three and a half seconds for Reddit, then returns the kept badges", async () => {
  reddit.addUser("Hanging");
  const kept = await badges("hanging");
  clock.advance(2 * MINUTE_MS);
  const never = () => new Promise<never>(() => undefined);
  const fetch: Fetch = (url, init) => (url.includes("/about") ? never() : reddit.fetch(url, init));
  const deps = testApp({ fetch, env: reddit.env, clock }).deps();
  const { result, waitedMs } = await waited(() => hurried(() => refreshBadges(deps, "hanging")));
  expect(titles(result.badges)).toEqual(kept);
  expect(waitedMs).toBe(3_500);
});

test("badges expire after a day, and the hourly job removes their rows", async () => {
  await env.DB.prepare("update reddit_user_badges set badges = ? where reddit_user_id = 't2_plain'")
    .bind('[{"title":"Kept","color":"gray"}]')
    .run();
  clock.advance(DAY_MS + 1);
  expect(await badges("plain"), "before the job").toEqual(["Creator"]);
  await runScheduled("badges", app.deps());
  expect(await row("t2_famous")).toBeNull();
  expect(await badges("famous")).toContain("Popular");
  await runScheduled("badges", app.deps());
  expect(await row("t2_famous")).not.toBeNull();
});
