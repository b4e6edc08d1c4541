import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { AccountExport } from "#schema/api/account.ts";
import { brand } from "#schema/brand.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { PASSWORD, signUp } from "#worker/testing/accounts.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

const clock = testClock();
const app = testApp({ clock });

const heart = async (cookie: string, path: string) => {
  clock.advance(1000);
  const vote = `/api/leaderboard/${path}/vote`;
  expect((await app.request(vote, { method: "POST", headers: { cookie } })).status).toBe(200);
};
const send = async (cookie: string, fields: Record<string, unknown> = {}) => {
  const body = { title: "A title", description: "Long enough to be sent", ...fields };
  const headers = { cookie, "User-Agent": "Tester/1.0" };
  const answer = await app.send("POST", "/api/feedback", body, headers);
  expect(answer.status).toBe(201);
  return (await answer.json<{ feedback: { id: string } }>()).feedback.id;
};
const exported = (cookie: string, at = app) =>
  at.request("/api/user/export", { headers: { cookie } });
const remove = (cookie: string) =>
  app.send("DELETE", "/api/user", { password: PASSWORD }, { cookie });
const stored = (id: string) =>
  env.DB.prepare("select * from feedback where id = ?").bind(id).first();

test("the export holds the account, preferences, sessions, feedback and hearts, without secret or id of a session", async () => {
  const { cookie, user } = await signUp(app, "exporter", { email: "exporter@example.com" });
  const other = await signUp(app, "exporter_two");
  await storedUser("t2_exp", "Exported");
  await storedPost("t3_exp", "t2_exp");
  await storedPost("t3_gone", "t2_exp");
  await storedUser("t2_left", "Gone_At_Reddit");
  const start = clock.now();
  const after = (seconds: number) => new Date(start + seconds * 1000).toISOString();
  await heart(cookie, "users/t2_exp");
  await heart(cookie, "posts/t3_exp");
  await heart(cookie, "posts/t3_gone");
  await heart(cookie, "users/t2_left");
  await heart(other.cookie, "posts/t3_exp");
  await env.DB.prepare("update reddit_post set removed_at = 1 where id = 't3_gone'").run();
  await env.DB.prepare("update reddit_user set removed_at = 1 where id = 't2_left'").run();
  await app.send("PUT", "/api/user/preferences", { blurEnabled: false }, { cookie });
  await send(cookie, {
    type: "bug",
    email: "reply@example.com",
    url: "https://unearth.test/about",
  });
  await send(other.cookie, { title: "not mine" });
  app.meter.reset();
  const answer = await exported(cookie);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toContain("application/json");
  expect(answer.headers.get("Content-Disposition")).toBe(
    `attachment; filename="${brand.name.toLowerCase()}-exporter.json"`,
  );
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  const text = await answer.text();
  expect(app.meter).toMatchObject({ statements: 6, rowsWritten: 0 });
  expect(text).not.toMatch(/argon2|password|"sid"|exporter_two|not mine/);
  const { results } = await env.DB.prepare("select sid from session").all<{ sid: string }>();
  for (const { sid } of results) expect(text).not.toContain(sid);
  const month = 30 * 86_400;
  expect(JSON.parse(text) as AccountExport).toEqual({
    exportedAt: after(5),
    user,
    preferences: { blurEnabled: false, searchPresentationStyle: "grid" },
    sessions: [{ createdAt: after(0), expiresAt: after(month) }],
    feedback: [
      {
        type: "bug",
        title: "A title",
        description: "Long enough to be sent",
        email: "reply@example.com",
        userAgent: "Tester/1.0",
        url: "https://unearth.test/about",
        status: "open",
        createdAt: after(5),
        updatedAt: after(5),
      },
    ],
    hearts: {
      users: [{ username: "Exported", createdAt: after(1) }],
      posts: [
        { id: "t3_gone", title: null, createdAt: after(3) },
        { id: "t3_exp", title: "Title of t3_exp", createdAt: after(2) },
      ],
      waiting: [],
    },
  });
});

test("exports have the login's limit per address, counted apart from logins and for all accounts together", async () => {
  const keys: string[] = [];
  const limit: RateLimit = { limit: async ({ key }) => ({ success: keys.push(key) <= 1 }) };
  const limited = testApp({ clock, env: { RATE_LIMITS: "on", LOGIN_LIMIT: limit } });
  const first = await signUp(app, "export_again");
  const second = await signUp(app, "export_beside");
  expect((await exported(first.cookie, limited)).status).toBe(200);
  limited.meter.reset();
  expect((await exported(second.cookie, limited)).status).toBe(429);
  expect(limited.meter.statements).toBe(1);
  expect(keys).toEqual(["export local", "export local"]);
});

test("an export of 10,000 hearts of users and 600 of posts is read in pages of 500 and holds each heart once", async () => {
  const { cookie, user } = await signUp(app, "hoarder");
  await env.DB.batch([
    env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
       insert into reddit_user (id, reddit_username) select 't2_h' || i, 'hoarded_' || i from n`,
    ),
    env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
       insert into user_heart (unearth_user_id, reddit_user_id, created_at, saved_total)
       select ?, 't2_h' || i, 1000 + i, i from n`,
    ).bind(user.id),
    env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 600)
       insert into reddit_post (id, reddit_user_id, title, subreddit, created, url, media_type, permalink, gallery_images, thumbnails)
       select 't3_h' || i, 't2_h1', 'x', 'pics', 1, 'https://i.redd.it/x.jpg', 'image', '/x', '[]', '[]' from n`,
    ),
    env.DB.prepare(
      `insert into post_heart (unearth_user_id, reddit_post_id, created_at, saved_total)
       select ?, id, 1000 + substr(id, 5), substr(id, 5) from reddit_post where id like 't3_h%'`,
    ).bind(user.id),
  ]);
  app.meter.reset();
  const answer = await exported(cookie);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
  }
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(50_000);
  expect(app.meter.statements).toBe(4 + 10_000 / 500 + 1 + Math.ceil(600 / 500));
  const { hearts } = JSON.parse(await new Blob(chunks).text()) as AccountExport;
  expect(hearts.users.map(({ username }) => username)).toEqual(
    Array.from({ length: 10_000 }, (_, index) => `hoarded_${10_000 - index}`),
  );
  expect(hearts.posts.map(({ id }) => id)).toEqual(
    Array.from({ length: 600 }, (_, index) => `t3_h${600 - index}`),
  );
  await env.DB.batch([
    env.DB.prepare("delete from user_heart where unearth_user_id = ?").bind(user.id),
    env.DB.prepare("delete from post_heart where unearth_user_id = ?").bind(user.id),
    env.DB.prepare("delete from reddit_post where id like 't3_h%'"),
    env.DB.prepare("delete from reddit_user where id like 't2_h%'"),
  ]);
});

test("more live sessions and feedback than a page holds are all in the export, and none that ended or of another account", async () => {
  const { cookie, user } = await signUp(app, "busy_one");
  const other = await signUp(app, "busy_two");
  const fill = (id: string, letter: string) => [
    env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200)
       insert into session (sid, sess, expire, unearth_user_id) select ?2 || i, 'broken', 9e12 + i, ?1 from n`,
    ).bind(id, letter),
    env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
       insert into feedback (id, title, description, created_at, unearth_user_id)
       select ?2 || i, ?2 || i, 'd', i / 7, ?1 from n`,
    ).bind(id, letter),
  ];
  await env.DB.prepare(
    "insert into session (sid, sess, expire, unearth_user_id) values ('ended', '{}', 1, ?)",
  )
    .bind(user.id)
    .run();
  // The other account's rows come before and after these in every order.
  await env.DB.batch(
    [user, other.user, other.user].flatMap(({ id }, place) => fill(id, "mbz"[place] ?? "")),
  );
  const { sessions, feedback } = await (await exported(cookie)).json<AccountExport>();
  expect(sessions).toHaveLength(1201);
  expect(new Set(sessions.map(({ expiresAt }) => expiresAt)).size).toBe(1201);
  expect(sessions).toContainEqual({ createdAt: null, expiresAt: new Date(9e12 + 1).toISOString() });
  expect(feedback).toHaveLength(1000);
  expect(new Set(feedback.map(({ title }) => title)).size).toBe(1000);
  expect(feedback.filter(({ title }) => !title.startsWith("m"))).toEqual([]);
});

test("a database that fails before the first row is 503, later it breaks the download off", async () => {
  const { cookie } = await signUp(app, "unlucky");
  const failingAfter = (reads: number) => {
    let left = reads;
    const prepare = (sql: string) => {
      if ((left -= 1) < 0) throw new Error("D1_ERROR: down");
      return env.DB.prepare(sql);
    };
    return testApp({ clock, env: { DB: { prepare } as unknown as D1Database } });
  };
  const linesOf = loggedLines();
  const late = await exported(cookie, failingAfter(3));
  expect(late.status).toBe(200);
  await expect(late.text(), "the platform logs it").rejects.toThrow(/^The export broke off$/);
  expect(linesOf("export")).toMatchObject([{ dependency: "d1", message: "D1_ERROR: down" }]);
  const early = await exported(cookie, failingAfter(1));
  expect(early.status).toBe(503);
  expect(Number(early.headers.get("Retry-After"))).toBeGreaterThan(0);
});

test("deleting an account deletes its feedback; an open removal request stays without its sender", async () => {
  const { cookie } = await signUp(app, "leaver", { email: "leaver@example.com" });
  const other = await signUp(app, "bystander");
  const bug = await send(cookie, { type: "bug", email: "leaver@example.com" });
  const open = await send(cookie, { title: "Remove u/me", email: "leaver@example.com" });
  const closed = await send(cookie, { title: "Done" });
  const theirs = await send(other.cookie);
  const visitor = await send("");
  const asRequest = "update feedback set type = 'removal', status = ? where id = ?";
  await env.DB.batch([
    env.DB.prepare(asRequest).bind("in_progress", open),
    env.DB.prepare(asRequest).bind("closed", closed),
  ]);
  expect((await remove(cookie)).status).toBe(200);
  expect(await stored(bug)).toBeNull();
  expect(await stored(closed)).toBeNull();
  expect(await stored(open)).toMatchObject({
    title: "Remove u/me",
    type: "removal",
    unearth_user_id: null,
    email: null,
    user_agent: null,
  });
  expect(await stored(theirs)).not.toBeNull();
  expect(await stored(visitor)).not.toBeNull();
  const left = await env.DB.prepare(
    "select count(*) as n from app_user where username like 'deleted %'",
  ).first("n");
  expect(left).toBe(0);
});

test.each(["general", "removal"])(
  "an account with much %s feedback is deleted in slices, its row with the last slice",
  async (type) => {
    const { cookie, user } = await signUp(app, `verbose_${type}`);
    await env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 600)
       insert into feedback (id, title, description, type, unearth_user_id)
       select ?1 || i, 't', 'd', ?1, ?2 from n`,
    )
      .bind(type, user.id)
      .run();
    await remove(cookie);
    const left = () =>
      env.DB.prepare("select count(*) as n from feedback where unearth_user_id = ?")
        .bind(user.id)
        .first("n");
    expect(await left()).toBe(350);
    await runScheduled("deleted_accounts", app.deps());
    expect(await left()).toBe(0);
    const ofAccount = env.DB.prepare("select 1 from app_user where id = ?").bind(user.id);
    expect(await ofAccount.first()).toBeNull();
  },
);
