import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { VoteResponse } from "#schema/api/hearts.ts";
import { PASSWORD, signUp, type Person } from "#worker/testing/accounts.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp } from "#worker/testing/test-app.ts";

const PEOPLE = 50;
const CALLS = 500;
const LANES = 100;
const TARGETS = [
  "users/maker_a",
  "users/maker_b",
  "posts/conc1",
  "posts/conc2",
  "posts/conc3",
] as const;

const app = testApp();
let people: Person[];

beforeAll(async () => {
  people = [];
  for (let index = 0; index < PEOPLE; index += 1) people.push(await signUp(app, `crowd_${index}`));
  for (const name of ["maker_a", "maker_b"]) await storedUser(`t2_${name.replace("_", "")}`, name);
  for (const id of ["conc1", "conc2", "conc3"]) await storedPost(`t3_${id}`, "t2_makera");
});

/** A linear congruential generator: the same sequence in every run. */
function* numbers(seed: number) {
  let value = seed;
  for (;;) {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    yield value >>> 8;
  }
}

async function mismatches(): Promise<unknown[]> {
  const check = (kind: string) =>
    env.DB.prepare(
      `select t.id, t.heart_count, count(h.unearth_user_id) as hearts from reddit_${kind} t
left join ${kind}_heart h on h.reddit_${kind}_id = t.id group by t.id
having t.heart_count <> hearts or t.heart_count < 0 or (hearts = 0) <> (t.first_heart_at is null)`,
    );
  const totals = (kind: string) =>
    env.DB.prepare(
      `select unearth_user_id, count(*) as hearts, (select saved_total from ${kind}_heart n
  where n.unearth_user_id = h.unearth_user_id order by created_at desc limit 1) as said
from ${kind}_heart h group by unearth_user_id
having said <> hearts or count(distinct created_at) <> hearts`,
    );
  const results = await env.DB.batch(
    ["user", "post"].flatMap((kind) => [check(kind), totals(kind)]),
  );
  return results.flatMap(({ results: rows }) => rows);
}

test("500 concurrent adds and removes by 50 people on 5 targets leave every count equal to its rows", async () => {
  const random = numbers(7);
  const next = (below: number) => Number(random.next().value) % below;
  const press = async () => {
    const method = next(5) < 3 ? "POST" : "DELETE";
    const target = TARGETS[next(TARGETS.length)] ?? "";
    const { cookie = "" } = people[next(PEOPLE)] ?? {};
    const answer = await app.request(`/api/leaderboard/${target}/vote`, {
      method,
      headers: { Cookie: cookie },
    });
    return { status: answer.status, body: await answer.json<VoteResponse>() };
  };
  // A hundred at a time: with all 500 at once a slow machine would test its own queue.
  const lane = async () => {
    const answers = [];
    for (let call = 0; call < CALLS / LANES; call += 1) answers.push(await press());
    return answers;
  };
  const answers = (await Promise.all(Array.from({ length: LANES }, lane))).flat();
  expect(answers).toHaveLength(CALLS);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(answers.every(({ body }) => body.heartCount >= 0 && body.heartCount <= PEOPLE)).toBe(true);
  expect(await mismatches()).toEqual([]);
});

test("fast votes of one account on one target end with the last one", async () => {
  const { cookie = "" } = people[0] ?? {};
  for (let press = 0; press < 9; press += 1) {
    await app.request("/api/leaderboard/posts/conc1/vote", {
      method: press % 2 ? "DELETE" : "POST",
      headers: { Cookie: cookie },
    });
  }
  const status = await app.request("/api/leaderboard/posts/conc1/vote-status", {
    headers: { Cookie: cookie },
  });
  expect(await status.json()).toMatchObject({ voted: true });
  expect(await mismatches()).toEqual([]);
});

test("deleting half of the accounts during votes leaves counts exact", async () => {
  const vote = async ({ cookie }: Person, target: string) =>
    (await app.request(`/api/leaderboard/${target}/vote`, { method: "POST", headers: { cookie } }))
      .status;
  const leave = async ({ cookie }: Person) =>
    (await app.send("DELETE", "/api/user", { password: PASSWORD }, { cookie })).status;
  const leaving = people.slice(0, PEOPLE / 2);
  const [votes, deletions] = await Promise.all([
    Promise.all(people.flatMap((person) => TARGETS.map((target) => vote(person, target)))),
    Promise.all(leaving.map(leave)),
  ]);
  expect(new Set(deletions)).toEqual(new Set([200]));
  expect(votes.filter((status) => ![200, 401].includes(status))).toEqual([]);
  expect(votes.slice(leaving.length * TARGETS.length)).not.toContain(401);
  await runScheduled("deleted_accounts", app.deps());
  expect(await mismatches()).toEqual([]);
  const accounts = await env.DB.prepare("select count(*) as n from app_user").first("n");
  expect(accounts).toBe(PEOPLE - leaving.length);
  const counts = await env.DB.prepare(
    "select heart_count as n from reddit_user union all select heart_count from reddit_post",
  ).all();
  expect(counts.results).toEqual(TARGETS.map(() => ({ n: PEOPLE - leaving.length })));
});
