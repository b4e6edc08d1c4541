import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { sidOf } from "#worker/auth/sessions.service.ts";
import { openLimit, shutLimit } from "#worker/testing/rate-limits.ts";
import { inOneMinute } from "#worker/testing/in-one-minute.ts";
import { logIn, signUp, type Person } from "#worker/testing/accounts.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp, type TestApp } from "#worker/testing/test-app.ts";
import { vouchedAt } from "#worker/testing/vouched-post.ts";
import { voterKey } from "./hearts.service.ts";

const vote = (app: TestApp, path: string, { cookie }: Person, method = "POST") =>
  app.request(`/api/leaderboard/${path}/vote`, { method, headers: { cookie } });

await storedUser("t2_lim", "limited_maker");
await storedPost("t3_lim", "t2_lim");

test("after its session's first vote an account votes 60 times a minute over all targets, and other accounts are not affected", async () => {
  const app = testApp({ env: { RATE_LIMITS: "on" } });
  const limited = await inOneMinute(async (from, attempt) => {
    const [one, two] = await Promise.all(
      ["busy", "calm"].map((name) =>
        app
          .send(
            "POST",
            "/api/auth/signup",
            { username: `${name}_${attempt}`, password: "a password" },
            from,
          )
          .then((answer) => ({ cookie: answer.headers.getSetCookie()[0]?.split(";")[0] ?? "" })),
      ),
    );
    const seen: string[] = [];
    for (let count = 0; count < 63; count += 1) {
      const path = count % 2 === 0 ? "users/limited_maker" : "posts/lim";
      const method = count % 4 < 2 ? "POST" : "DELETE";
      const { status, headers } = await vote(app, path, one as Person, method);
      seen.push(`${status} ${headers.get("Retry-After") ?? ""}`.trim());
    }
    return { seen, other: (await vote(app, "posts/lim", two as Person)).status };
  });
  // The first vote of a session is counted before its account is known.
  expect(limited.seen).toEqual([...Array<string>(61).fill("200"), "429 60", "429 60"]);
  expect(limited.other).toBe(200);
});

/** Allows `most` calls in all, and records their keys. */
function limitOf(most: number) {
  const keys: string[] = [];
  const binding: RateLimit = { limit: async ({ key }) => ({ success: keys.push(key) <= most }) };
  return { keys, binding };
}

/** A well-formed session id that is not stored. */
const invented = (digit: number) => ({ cookie: `__Host-sid=${String(digit).repeat(43)}` });

test("past the limit of an address its votes reach no database, even with invented sessions", async () => {
  const [account, address, network] = [limitOf(99), limitOf(3), limitOf(99)];
  const app = testApp({
    env: {
      RATE_LIMITS: "on",
      HEART_LIMIT: account.binding,
      HEART_ADDRESS_LIMIT: address.binding,
      HEART_NETWORK_LIMIT: network.binding,
    },
  });
  const voteFrom = async (ip: string, digit: number, method: string) => {
    const headers = { ...invented(digit), "CF-Connecting-IP": ip };
    return (await app.request("/api/leaderboard/posts/lim/vote", { method, headers })).status;
  };
  expect(await voteFrom("203.0.113.9", 1, "POST")).toBe(401);
  expect(await voteFrom("203.0.113.9", 2, "DELETE")).toBe(401);
  expect(await voteFrom("2001:db8:1:203::1", 3, "POST")).toBe(401);
  app.meter.reset();
  for (const method of ["POST", "DELETE"])
    expect(await voteFrom("203.0.113.9", 4, method)).toBe(429);
  expect(app.meter.calls).toBe(0);
  const [ipv4, ipv6] = ["203.0.113.9", "2001:db8:1:203::/64"];
  expect(address.keys).toEqual([ipv4, ipv4, ipv6, ipv4, ipv4]);
  expect(network.keys).toEqual(
    ["203.0.113.0/24", "203.0.113.0/24", "2001:db8:1:200::/56", "2001:db8:1::/48"].map(
      (prefix) => `HEART_ADDRESS_LIMIT ${prefix}`,
    ),
  );
});

test("a vote that its account's limit refuses is not counted for its address", async () => {
  const address = limitOf(99);
  const limits = { HEART_LIMIT: limitOf(0).binding, HEART_ADDRESS_LIMIT: address.binding };
  const app = testApp({ env: { RATE_LIMITS: "on", ...limits } });
  const person = await signUp(testApp(), "eager");
  expect((await vote(app, "posts/lim", person)).status).toBe(429);
  expect(address.keys).toEqual([]);
});

test("a heart of a post that the companion found has the limits of a vote", async () => {
  const app = testApp({ env: { RATE_LIMITS: "on", HEART_LIMIT: shutLimit } });
  const { cookie } = await signUp(testApp(), "vouching");
  const path = "/api/leaderboard/posts/lim/vouched-vote";
  const body = vouchedAt(app.deps().clock.now());
  expect((await app.send("POST", path, body, { cookie })).status).toBe(429);
});

test("only the first vote of an account's second session counts separately", async () => {
  const { keys: counted, binding: limit } = limitOf(99);
  const opened = { LOGIN_LIMIT: openLimit, SIGNUP_LIMIT: openLimit };
  const app = testApp({ env: { RATE_LIMITS: "on", HEART_LIMIT: limit, ...opened } });
  const first = await signUp(app, "two_sessions");
  const second = await logIn(app, "two_sessions");
  for (const person of [first, first, second, second]) await vote(app, "posts/lim", person);
  expect(new Set(counted).size).toBe(3);
  expect([counted[1], counted[3]]).toEqual([first.user.id, first.user.id]);
});

test("invented sessions do not displace the accounts of voting sessions", async () => {
  const app = testApp();
  const person = await signUp(app, "displaced");
  const deps = app.deps();
  const sid = (await sidOf(person.cookie.split("=")[1] ?? null)) ?? "";
  expect((await vote(app, "posts/lim", person)).status).toBe(200);
  expect(voterKey(deps, sid)).toBe(person.user.id);
  // At 5,000 entries the memory would drop all.
  for (let count = 0; count < 5_000; count += 1) voterKey(deps, `invented ${count}`);
  expect(voterKey(deps, sid)).toBe(person.user.id);
});

/** Sets the number of hearts of a kind that the account's newest heart stores. */
const setTotal = (kind: "user" | "post", account: string, total: number) =>
  env.DB.prepare(`update ${kind}_heart set saved_total = ? where unearth_user_id = ?`)
    .bind(total, account)
    .run();

test("an account has at most 10,000 hearts of both kinds, and is told so", async () => {
  const app = testApp();
  const person = await signUp(app, "generous");
  await storedUser("t2_cap", "capped_maker");
  await vote(app, "users/limited_maker", person);
  await vote(app, "posts/lim", person);
  await setTotal("user", person.user.id, 4_000);
  await setTotal("post", person.user.id, 5_999);
  app.meter.reset();
  expect((await vote(app, "users/capped_maker", person)).status).toBe(200);
  expect(app.meter.calls).toBe(1);
  await storedPost("t3_cap", "t2_cap");
  const refused = await vote(app, "posts/cap", person);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    error: "hearts.too_many",
    message: expect.stringContaining("10,000 hearts"),
  });
  const read = "select heart_count from reddit_post where id = 't3_cap'";
  expect(await env.DB.prepare(read).first("heart_count")).toBe(0);
  // A repeated heart is accepted, and taking one back makes room.
  expect((await vote(app, "users/capped_maker", person)).status).toBe(200);
  expect((await vote(app, "users/capped_maker", person, "DELETE")).status).toBe(200);
  expect((await vote(app, "posts/cap", person)).status).toBe(200);
});
