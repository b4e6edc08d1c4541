import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { LeaderboardUsersResponse } from "#schema/api/leaderboard.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { logIn, PASSWORD, signUp, type Person } from "#worker/testing/accounts.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { promoteHearts } from "./leaderboard.store.ts";

const clock = testClock();
const app = testApp({ clock, env: { BOARD_MIN_ACCOUNT_AGE: "24" } });

const vote = ({ cookie }: Person, path: string, method = "POST") =>
  app.request(`/api/leaderboard/${path}/vote`, { method, headers: { cookie } });

/** The entries after a run of the job, as `name count`. */
async function ranked(): Promise<string[]> {
  await runScheduled("leaderboard", app.deps());
  const answer = await app.request("/api/leaderboard/users?limit=100");
  const { users } = await answer.json<LeaderboardUsersResponse>();
  return users.map(({ username, heartCount }) => `${username} ${heartCount}`);
}

const youngHearts = async () =>
  (await env.DB.prepare(
    "select sum(young_hearts) as n from (select young_hearts from reddit_user union all select young_hearts from reddit_post)",
  ).first<number>("n")) ?? 0;

beforeEach(async () => {
  await env.DB.batch(
    ["reddit_post", "reddit_user", "app_user", "leaderboard_current"].map((table) =>
      env.DB.prepare(`delete from ${table}`),
    ),
  );
  await storedUser("t2_fair", "fair");
  await storedUser("t2_pushed", "pushed");
  await storedPost("t3_pushed", "t2_pushed");
});

test("eight new accounts move no board for a day, and the profile counts them at once", async () => {
  const old = await signUp(app, "old_hand");
  clock.advance(25 * HOUR_MS);
  await vote(old, "users/fair");
  for (let index = 1; index <= 8; index += 1) {
    const person = await signUp(app, `new_${index}`);
    const answer = await vote(person, "users/pushed");
    expect(await answer.json()).toMatchObject({ heartCount: index });
    await vote(person, "posts/pushed");
  }
  expect(await ranked()).toEqual(["fair 1"]);
  const posts = await app.request("/api/leaderboard/posts");
  expect(await posts.json()).toMatchObject({ total: 0 });
  clock.advance(23 * HOUR_MS);
  expect(await ranked()).toEqual(["fair 1"]);
  clock.advance(HOUR_MS);
  expect(await ranked()).toEqual(["pushed 8", "fair 1"]);
  expect(await youngHearts()).toBe(0);
});

test("hearts of an account that is old enough count at once, from any of its sessions", async () => {
  await signUp(app, "member");
  clock.advance(DAY_MS);
  const later = await logIn(app, "member");
  await vote(later, "users/fair");
  expect(await youngHearts()).toBe(0);
  expect(await ranked()).toEqual(["fair 1"]);
});

test("without the job, hearts that are due count on the board that a reader renews", async () => {
  await vote(await signUp(app, "patient"), "users/pushed");
  expect(await ranked()).toEqual([]);
  clock.advance(DAY_MS);
  const read = async () => (await app.request("/api/leaderboard/users")).json();
  await read();
  clock.advance(MINUTE_MS);
  expect(await read()).toMatchObject({ users: [{ username: "pushed", heartCount: 1 }] });
});

test("a young heart that is taken back, or whose account is deleted, leaves no trace", async () => {
  const fickle = await signUp(app, "fickle");
  for (const path of ["users/fair", "posts/pushed"]) await vote(fickle, path);
  expect(await youngHearts()).toBe(2);
  await vote(fickle, "users/fair", "DELETE");
  expect(await youngHearts()).toBe(1);
  await app.send("DELETE", "/api/user", { password: PASSWORD }, { cookie: fickle.cookie });
  expect(await youngHearts()).toBe(0);
  const counts = "select max(heart_count) as n from reddit_post";
  expect(await env.DB.prepare(counts).first("n")).toBe(0);
});

test("without a minimum age a new account counts at once", async () => {
  const staging = testApp({ clock, env: { BOARD_MIN_ACCOUNT_AGE: "0" } });
  const { cookie } = await signUp(staging, "quick");
  await staging.request("/api/leaderboard/users/fair/vote", {
    method: "POST",
    headers: { cookie },
  });
  expect(await youngHearts()).toBe(0);
});

test("promoting reads only hearts that are due, and a statement promotes as many as its limit", async () => {
  const person = await signUp(app, "waiting");
  await env.DB.prepare(
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < 1999)
     insert into reddit_user (id, reddit_username) select 't2_w' || i, 'waiting_' || i from n`,
  ).run();
  await env.DB.prepare(
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < 1999)
     insert into user_heart (unearth_user_id, reddit_user_id, created_at, saved_total, young_until)
     select ?1, 't2_w' || i, ?2 + i, i + 1, ?2 + case when i < 10 then 0 else 3600000 end from n`,
  )
    .bind(person.user.id, clock.now())
    .run();
  const run = async () => {
    app.meter.reset();
    await runScheduled("leaderboard", app.deps());
    return app.meter.rowsRead;
  };
  const early = await run();
  expect(await youngHearts()).toBe(1990);
  expect(early).toBeLessThan(400);
  clock.advance(HOUR_MS);
  await promoteHearts(app.deps().db, clock.now(), 500);
  expect(await youngHearts()).toBe(1490);
  await run();
  expect(await youngHearts()).toBe(0);
});
