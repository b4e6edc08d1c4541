import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { VoteResponse } from "#schema/api/hearts.ts";
import { signUp, type Person } from "#worker/testing/accounts.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp } from "#worker/testing/test-app.ts";

type Batch = D1Database["batch"];

/** The real database; `state.next` replaces the next batches. */
function failingDatabase() {
  const state: { next: ((real: Batch, statements: D1PreparedStatement[]) => unknown)[] } = {
    next: [],
  };
  const real: Batch = (statements) => env.DB.batch(statements);
  const db = {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch: (statements: D1PreparedStatement[]) => {
      const trouble = state.next.shift();
      return trouble ? trouble(real, statements) : real(statements);
    },
  } as unknown as D1Database;
  return { db, state };
}

const { db, state } = failingDatabase();
const app = testApp({ env: { DB: db } });
let ann: Person;

beforeAll(async () => {
  ann = await signUp(app, "ann");
  await storedUser("t2_maker", "maker");
  await storedPost("t3_one", "t2_maker");
});

beforeEach(() => {
  state.next = [];
});

const vote = (method = "POST") =>
  app.request("/api/leaderboard/posts/one/vote", { method, headers: { Cookie: ann.cookie } });

const stored = async () => ({
  hearts: await env.DB.prepare("select count(*) as n from post_heart").first<number>("n"),
  count: await env.DB.prepare(
    "select heart_count from reddit_post where id = 't3_one'",
  ).first<number>("heart_count"),
});

const lost = () => Promise.reject(new Error("D1_ERROR: Network connection lost."));

test("a batch that fails halfway changes nothing and is a 500 without details", async () => {
  state.next.push((real, statements) =>
    real([...statements, env.DB.prepare("insert into app_user (id) values (null)")]),
  );
  const answer = await vote();
  expect(answer.status).toBe(500);
  const text = await answer.text();
  expect(text).toContain("internal.error");
  expect(text).not.toMatch(/SQL|constraint|app_user/i);
  expect(await stored()).toEqual({ hearts: 0, count: 0 });
});

test("a vote whose connection is lost before the batch is retried", async () => {
  state.next.push(lost, lost);
  const answer = await vote();
  expect(answer.status).toBe(200);
  expect(await answer.json<VoteResponse>()).toMatchObject({ voted: true, heartCount: 1 });
  expect(await stored()).toEqual({ hearts: 1, count: 1 });
  await vote("DELETE");
});

test.each([
  "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
  "D1_ERROR: D1 DB reset because its code was updated.",
  "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
])("a vote is sent again after the message %s", async (message) => {
  state.next.push(() => Promise.reject(new Error(message)));
  expect((await vote()).status).toBe(200);
  await vote("DELETE");
});

test("a vote whose connection is lost after the batch is not counted twice", async () => {
  state.next.push(async (real, statements) => {
    await real(statements);
    return lost();
  });
  expect(await (await vote()).json<VoteResponse>()).toMatchObject({ voted: true, heartCount: 1 });
  expect(await stored()).toEqual({ hearts: 1, count: 1 });
  await vote("DELETE");
});

test("a database that stays unreachable or is overloaded is 503 with Retry-After", async () => {
  state.next.push(lost, lost, lost);
  const away = await vote();
  expect(away.status).toBe(503);
  expect(away.headers.get("Retry-After")).toMatch(/^\d+$/);

  let asked = 0;
  const overloaded = () => {
    asked += 1;
    return Promise.reject(new Error("D1_ERROR: D1 DB is overloaded. Too many requests queued."));
  };
  state.next.push(overloaded, overloaded, overloaded);
  const busy = await vote();
  expect(busy.status).toBe(503);
  expect(await busy.json()).toMatchObject({ error: "internal.unavailable" });
  expect(asked, "an overloaded database is not asked again").toBe(1);
  expect(await stored()).toEqual({ hearts: 0, count: 0 });
});
