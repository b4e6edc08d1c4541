import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { runScheduled } from "#worker/jobs/runner.ts";
import { heartFiller } from "#worker/testing/hearts-at-scale.ts";
import { logIn, PASSWORD, signUp } from "#worker/testing/accounts.ts";
import { testApp } from "#worker/testing/test-app.ts";

const HEARTS = 50_000;
const app = testApp();

const countOf = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await env.DB.prepare(sql)
    .bind(...values)
    .first<number>("n")) ?? 0;

/** Targets whose count is not the number of their hearts. The product has no index for this question. */
async function wrongCounts(): Promise<number> {
  await env.DB.prepare("create index deletion_test on user_heart (reddit_user_id)").run();
  const wrong = await countOf(`select count(*) as n from reddit_user u
    where heart_count <> (select count(*) from user_heart h where h.reddit_user_id = u.id)`);
  await env.DB.prepare("drop index deletion_test").run();
  return wrong;
}

async function heartEverything(accountId: string): Promise<void> {
  for (let from = 0; from < HEARTS; from += 10_000) {
    const numbers = `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${from + 9_999})`;
    await env.DB.batch([
      env.DB.prepare(
        `${numbers} insert into reddit_user (id, reddit_username) select 't2_d' || i, 'del_' || i from n`,
      ),
      env.DB.prepare(
        `${numbers} insert into user_heart (unearth_user_id, reddit_user_id, created_at, saved_total)
         select ?, 't2_d' || i, 1000 + i, i + 1 from n`,
      ).bind(accountId),
    ]);
  }
}

beforeAll(async () => {
  const fill = await heartFiller();
  await fill(1_000);
});

test("an account of 50,000 hearts is gone at once; its hearts are deleted in slices, and counts stay exact", async () => {
  const { cookie, user } = await signUp(app, "hoarder", { email: "hoarder@example.com" });
  const second = await logIn(app, "hoarder");
  await heartEverything(user.id);
  const left = () =>
    countOf("select count(*) as n from user_heart where unearth_user_id = ?", user.id);

  app.meter.reset();
  const answer = await app.send("DELETE", "/api/user", { password: PASSWORD }, { cookie });
  expect(answer.status).toBe(200);
  expect(app.meter.rowsRead).toBeLessThan(6_000);
  expect(app.meter.rowsWritten).toBeLessThan(3_000);
  expect(await left()).toBe(HEARTS - 250);
  expect(await wrongCounts()).toBe(0);

  for (const gone of [cookie, second.cookie]) {
    const me = await app.request("/api/auth/me", { headers: { cookie: gone } });
    expect(me.status).toBe(401);
  }
  const login = { username: "hoarder", password: PASSWORD };
  expect((await app.send("POST", "/api/auth/login", login)).status).toBe(401);
  const stored = await env.DB.prepare("select * from app_user where id = ?").bind(user.id).first();
  expect(JSON.stringify(stored)).not.toMatch(/hoarder|argon2/);
  await signUp(app, "Hoarder", { email: "hoarder@example.com" });

  app.meter.reset();
  await runScheduled("deleted_accounts", app.deps());
  expect(app.meter.rowsRead / app.meter.calls).toBeLessThan(6_000);
  expect(await left()).toBe(HEARTS - 250 - 40 * 250);
  expect(await wrongCounts()).toBe(0);
  for (let run = 0; run < 5; run += 1) await runScheduled("deleted_accounts", app.deps());
  expect(await left()).toBe(0);
  expect(await wrongCounts()).toBe(0);
  expect(await countOf("select count(*) as n from app_user where id = ?", user.id)).toBe(0);
});

test("a deletion empties an account at once, except for its hearts, which are deleted in slices", async () => {
  const { cookie, user } = await signUp(app, "waiter", { displayName: "A. Waiter" });
  const other = (await signUp(app, "other_waiter")).user;
  await env.DB.batch([
    env.DB.prepare("update app_user set preferences = '{\"blurEnabled\":false}' where id = ?").bind(
      user.id,
    ),
    env.DB.prepare("insert into known_address values (?, '192.0.2.1', 9e12)").bind(user.id),
    env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 251)
       insert into reddit_post (id, reddit_user_id, title, subreddit, created, url, media_type, permalink,
         gallery_images, thumbnails)
       select 't3_d' || i, (select id from reddit_user), 't', 'pics', 1, '', 'image', '', '[]', '[]' from n`,
    ),
    env.DB.prepare(
      `insert into post_heart (unearth_user_id, reddit_post_id, created_at, saved_total)
       select ?, id, 1000, row_number() over () from reddit_post limit 251`,
    ).bind(user.id),
    env.DB.prepare(
      `insert into unverified_post (unearth_user_id, reddit_post_id, username, title, subreddit, created, media_type,
         created_at, check_at)
       select id, 't3_new', 'Ann', 'A picture of today', 'pics', 1, 'image', 1, 1 from app_user where id in (?, ?)`,
    ).bind(user.id, other.id),
  ]);
  await app.send("DELETE", "/api/user", { password: PASSWORD }, { cookie });
  const ofAccount = (table: string, { id } = user) =>
    countOf(`select count(*) as n from ${table} where unearth_user_id = ?`, id);
  expect(await ofAccount("post_heart")).toBe(1);
  for (const table of ["unverified_post", "known_address", "session"]) {
    expect(await ofAccount(table)).toBe(0);
    expect(await ofAccount(table, other), `${table} of another account`).toBe(1);
  }
  expect(
    await env.DB.prepare("select * from app_user where id = ?").bind(user.id).first(),
  ).toMatchObject({
    username: `deleted ${user.id}`,
    email: null,
    password: "",
    display_name: null,
    last_login_at: null,
    preferences: null,
  });
  await runScheduled("deleted_accounts", app.deps());
  expect(await ofAccount("post_heart")).toBe(0);
});
