/// <reference types="vite/types/importMeta.d.ts" />
import { env } from "cloudflare:workers";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { PASSWORD, signUp } from "#worker/testing/accounts.ts";
import { tables } from "#worker/testing/tables.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp } from "#worker/testing/test-app.ts";

const app = testApp();
const HOUR_AGO = Date.parse("2026-11-01T11:00:00Z");

interface AccountTable {
  /** ?1 is the account's id. */
  insert: string;
  /** A text of that row that the export contains; null where the export leaves the table out. */
  exported: string | null;
}

/** docs/contributing.md says where else a table of this list belongs. */
const TABLES: Record<string, AccountTable> = {
  session: {
    insert: `insert into session (sid, sess, expire, unearth_user_id) values ('one', '{}', 1893456000000, ?1)`,
    exported: "2030-01-01T00:00:00.000Z",
  },
  feedback: {
    insert: `insert into feedback (id, title, description, unearth_user_id) values ('f', 'Mine', 'x', ?1)`,
    exported: "Mine",
  },
  user_heart: {
    insert: `insert into user_heart (unearth_user_id, reddit_user_id, created_at, saved_total)
      values (?1, 't2_made', ${HOUR_AGO}, 1)`,
    exported: "Maker_Of_Gems",
  },
  post_heart: {
    insert: `insert into post_heart (unearth_user_id, reddit_post_id, created_at, saved_total)
      values (?1, 't3_made', ${HOUR_AGO}, 1)`,
    exported: "t3_made",
  },
  unverified_post: {
    insert: `insert into unverified_post (unearth_user_id, reddit_post_id, username, title, subreddit, created,
        media_type, created_at, check_at)
      values (?1, 't3_waits', 'Ann', 'Of today', 'pics', 1, 'image', ${HOUR_AGO}, 1)`,
    exported: "t3_waits",
  },
  // A keyed hash, which tells its owner nothing.
  known_address: {
    insert: "insert into known_address values (?1, 'a hash', 9e12)",
    exported: null,
  },
};

const ofAccounts = tables
  .filter(({ foreignKeys }) =>
    foreignKeys.some((key) => getTableConfig(key.reference().foreignTable).name === "app_user"),
  )
  .map(({ name }) => name);

const page = import.meta.glob<string>("../../docs/operations.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The rows that the command in operations.md prints, by statement. */
async function handedOut(id: string): Promise<unknown[][]> {
  const command = /--command "\s*([^"]*)" > account-data/.exec(Object.values(page).join(""))?.[1];
  const statements = (command ?? "").replaceAll("ID", id).split(";");
  const answers = await env.DB.batch(statements.map((one) => env.DB.prepare(one)));
  return answers.map(({ results }) => results);
}

test("each table of an account is exported or left out for a reason, in the SQL of operations.md, and empty once the account is deleted", async () => {
  expect(ofAccounts.toSorted()).toEqual(Object.keys(TABLES).toSorted());
  const { cookie, user } = await signUp(app, "owner");
  await storedUser("t2_made", "Maker_Of_Gems");
  await storedPost("t3_made", "t2_made");
  await env.DB.batch(
    Object.values(TABLES).map(({ insert }) => env.DB.prepare(insert).bind(user.id)),
  );
  const answer = await app.request("/api/user/export", { headers: { cookie } });
  const text = await answer.text();
  for (const [name, { exported }] of Object.entries(TABLES))
    expect(text, name).toContain(exported ?? "");
  expect(text).not.toContain("a hash");
  const rows = await handedOut(user.id);
  expect(rows, "of app_user and each table").toHaveLength(ofAccounts.length + 1);
  expect(rows).not.toContainEqual([]);
  expect(JSON.stringify(rows)).toMatch(/"owner".*Maker_Of_Gems.*t3_made.*t3_waits/);
  expect(JSON.stringify(rows)).not.toMatch(/a hash|argon2|"one"/);
  expect((await handedOut("another")).flat()).toEqual([]);
  const gone = await app.send("DELETE", "/api/user", { password: PASSWORD }, { cookie });
  expect(gone.status).toBe(200);
  for (const name of ofAccounts) {
    const left = env.DB.prepare(`select count(*) as n from ${name} where unearth_user_id = ?`);
    expect(await left.bind(user.id).first("n"), name).toBe(0);
  }
  expect(await env.DB.prepare("select count(*) as n from feedback").first("n")).toBe(0);
});
