/// <reference types="vite/types/importMeta.d.ts" />
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { runScheduled } from "#worker/jobs/runner.ts";
import { PASSWORD, signUp, type Person } from "#worker/testing/accounts.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

const page = import.meta.glob<string>("../../docs/operations.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const text = Object.values(page).join("");
const findFeedback = /--command "\s*(select id, type, title[^"]*)"/.exec(text)?.[1] ?? "";
/** The statements of the command for an account, and of the one for a flood. */
const [ofAccount, ofFlood] = [...text.matchAll(/--command "\s*(update app_user set [^"]*)"/g)].map(
  ([, statements = ""]) => statements.split(";"),
);

const app = testApp({ clock: testClock() });
/** More than one slice of a deletion, so that the emptied row can be read. */
const HEARTS = 251;

const sendFeedback = (title: string, fields: object, headers = {}) =>
  app.send("POST", "/api/feedback", { title, description: "Long enough", ...fields }, headers);

async function fillAccount({ user, cookie }: Person): Promise<void> {
  expect((await sendFeedback("T", {}, { cookie })).status).toBe(201);
  await env.DB.batch([
    env.DB.prepare("update app_user set preferences = '{}' where id = ?").bind(user.id),
    env.DB.prepare("insert into known_address values (?, '192.0.2.1', 9e12)").bind(user.id),
    env.DB.prepare(
      `insert into user_heart (unearth_user_id, reddit_user_id, created_at, saved_total)
       select ?, id, 1000, row_number() over () from reddit_user limit ${HEARTS}`,
    ).bind(user.id),
    env.DB.prepare(
      `insert into unverified_post (unearth_user_id, reddit_post_id, username, title, subreddit, created, media_type, check_at)
       values (?, 't3_new', 'Ann', 'T', 'pics', 1, 'image', 1)`,
    ).bind(user.id),
  ]);
}

const runSql = (statements: string[] = [], placeholder: string, value: string) =>
  env.DB.batch(statements.map((one) => env.DB.prepare(one.replaceAll(placeholder, value))));

/** Number of rows by table. */
async function rowsOf(id: string): Promise<Record<string, number>> {
  const tables = ["session", "known_address", "unverified_post", "user_heart", "feedback"];
  const counts: [string, number][] = [];
  for (const table of tables) {
    const sql = `select count(*) as n from ${table} where unearth_user_id = ?`;
    counts.push([table, (await env.DB.prepare(sql).bind(id).first<number>("n")) ?? 0]);
  }
  return Object.fromEntries(counts);
}

/** Without its id and times. */
async function accountRow(id: string) {
  const row = await env.DB.prepare("select * from app_user where id = ?").bind(id).first();
  if (!row) return null;
  const { id: _id, created_at: _created, updated_at: _updated, deleted_at, ...rest } = row;
  return {
    ...rest,
    username: String(row.username).replace(id, "ID"),
    isDeleted: Number(deleted_at) > 1e12,
  };
}

test("the SQL in operations.md deletes an account like its own page, and no other", async () => {
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${HEARTS})
     insert into reddit_user (id, reddit_username) select 't2_h' || i, 'hand_' || i from n`,
  ).run();
  const names = ["by_hand", "by_page", "kept"];
  const people = await Promise.all(
    names.map((name) => signUp(app, name, { email: `${name}@example.com`, displayName: "A. B." })),
  );
  for (const person of people) await fillAccount(person);
  const [byHand, byPage, kept] = people as [Person, Person, Person];
  const before = [await accountRow(kept.user.id), await rowsOf(kept.user.id)];

  expect(ofAccount).toHaveLength(4);
  await runSql(ofAccount, "ID", byHand.user.id);
  const answer = await app.send(
    "DELETE",
    "/api/user",
    { password: PASSWORD },
    { cookie: byPage.cookie },
  );
  expect(answer.status).toBe(200);

  expect(await accountRow(byHand.user.id)).toMatchObject({ isDeleted: true, email: null });
  expect(await accountRow(byHand.user.id)).toEqual(await accountRow(byPage.user.id));
  expect(await rowsOf(byHand.user.id)).toMatchObject({
    session: 0,
    known_address: 0,
    unverified_post: 0,
  });
  await runScheduled("deleted_accounts", app.deps());
  for (const { user } of [byHand, byPage]) {
    expect(await accountRow(user.id)).toBeNull();
    expect(Object.values(await rowsOf(user.id))).toEqual([0, 0, 0, 0, 0]);
  }
  expect([await accountRow(kept.user.id), await rowsOf(kept.user.id)]).toEqual(before);
  const counts = await env.DB.prepare("select distinct heart_count from reddit_user").run();
  expect(counts.results).toEqual([{ heart_count: 1 }]);
});

test("the SQL in operations.md finds what an account's owner sent while logged out", async () => {
  const email = "Sender@Example.com";
  const { user, cookie } = await signUp(app, "sender", { email });
  await sendFeedback("logged in", { email }, { cookie });
  await sendFeedback("logged out", { email: "sender@example.COM" });
  await sendFeedback("of another", { email: "other@example.com" });
  const found = await env.DB.prepare(findFeedback.replaceAll("ID", user.id)).all();
  expect(found.results).toMatchObject([{ title: "logged out" }]);
});

test("the loop in operations.md empties the accounts of a flood, part by part, and no others", async () => {
  const flood = ["00aa0000-", "00afffff-", "fff00000-"];
  const others = ["00aa0001-early", "fffa0000-late"];
  const during = Date.parse("2026-11-27T12:15:00Z");
  const insert = (id: string, createdAt: number) => [
    env.DB.prepare(
      "insert into app_user (id, username, password, created_at) values (?1, ?1, 'a hash', ?2)",
    ).bind(id, createdAt),
    env.DB.prepare(
      "insert into session (sid, sess, expire, unearth_user_id) values (?1, '{}', 9e12, ?1)",
    ).bind(id),
    env.DB.prepare("insert into known_address values (?1, '192.0.2.1', 9e12)").bind(id),
  ];
  await env.DB.batch([
    ...flood.flatMap((id) => insert(id, during)),
    ...insert("00aa0001-early", during - 16 * 60_000),
    ...insert("fffa0000-late", during + 17 * 60_000),
  ]);
  const emptied = async () => {
    const sql = "select id from app_user where username = 'deleted ' || id and password = ''";
    return (await env.DB.prepare(sql).all<{ id: string }>()).results.map(({ id }) => id);
  };
  expect(ofFlood).toHaveLength(ofAccount?.length ?? 0);
  await runSql(ofFlood, "$part", "00a");
  expect(await emptied()).toEqual(flood.slice(0, 2));
  for (let n = 0; n < 4096; n += 4095)
    await runSql(ofFlood, "$part", n.toString(16).padStart(3, "0"));
  expect(await emptied()).toEqual(flood);
  for (const id of flood) expect(await rowsOf(id)).toMatchObject({ session: 0, known_address: 0 });
  for (const id of others) expect(await rowsOf(id)).toMatchObject({ session: 1, known_address: 1 });
  await runScheduled("deleted_accounts", app.deps());
  expect(await emptied()).toEqual([]);
});
