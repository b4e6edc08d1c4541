import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { makePasswords } from "#worker/auth/passwords.ts";
import { shutLimit } from "#worker/testing/rate-limits.ts";
import { cookieOf, logIn, PASSWORD, signUp, type Person } from "#worker/testing/accounts.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock, type TestApp } from "#worker/testing/test-app.ts";

const clock = testClock();
const app = testApp({ clock });
const NEW_PASSWORD = "a different one 2";

const change = (cookie: string, currentPassword: string, newPassword: string, at: TestApp = app) =>
  at.send("PUT", "/api/user/password", { currentPassword, newPassword }, { cookie });
const remove = (cookie: string, password: string) =>
  app.send("DELETE", "/api/user", { password }, { cookie });
const me = async (cookie: string) =>
  (await app.request("/api/auth/me", { headers: { cookie } })).status;
const login = async (username: string, password: string) =>
  (await app.send("POST", "/api/auth/login", { username, password })).status;

const heart = async ({ cookie }: Person, target: string) => {
  clock.advance(1000);
  const place = target.startsWith("t2_") ? "users" : "posts";
  const path = `/api/leaderboard/${place}/${target}/vote`;
  expect((await app.request(path, { method: "POST", headers: { cookie } })).status).toBe(200);
};
const countOf = async (table: "user" | "post", id: string) =>
  env.DB.prepare(`select heart_count from reddit_${table} where id = ?`)
    .bind(id)
    .first("heart_count");

test("a new password ends every other session, keeps this one under a new token, and replaces the old password", async () => {
  const phone = await signUp(app, "changer");
  const laptop = await logIn(app, "changer");
  const answer = await change(phone.cookie, PASSWORD, NEW_PASSWORD);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ success: true });
  expect(await me(cookieOf(answer))).toBe(200);
  expect(await me(phone.cookie), "a copy of the former token").toBe(401);
  expect(await me(laptop.cookie)).toBe(401);
  expect(await login("changer", PASSWORD)).toBe(401);
  expect(await login("changer", NEW_PASSWORD)).toBe(200);
});

test("another account's sessions are not touched", async () => {
  const bystander = await signUp(app, "bystander");
  const { cookie } = await signUp(app, "changer_two");
  await change(cookie, PASSWORD, NEW_PASSWORD);
  expect(await me(bystander.cookie)).toBe(200);
});

test("a wrong current password is 403 and changes nothing", async () => {
  const one = await signUp(app, "guarded");
  const two = await logIn(app, "guarded");
  for (const answer of [
    await change(one.cookie, "wrong password", NEW_PASSWORD),
    await remove(one.cookie, "wrong password"),
  ]) {
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: "auth.wrong_password" });
  }
  expect(await me(two.cookie)).toBe(200);
  expect(await login("guarded", PASSWORD)).toBe(200);
});

test("a new password obeys the rules of a sign-up", async () => {
  const { cookie } = await signUp(app, "ruled");
  const answer = await app.send("PUT", "/api/user/password", { newPassword: "short" }, { cookie });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    fields: {
      currentPassword: "Current password is required",
      newPassword: "Password must be at least 8 characters",
    },
  });
});

test("a change of password whose session another tab has ended sets no cookie of a session", async () => {
  const { cookie } = await signUp(app, "left_meanwhile");
  const logOut = () => app.send("POST", "/api/auth/logout", {}, { cookie });
  const slow = testApp({ env: { DB: overtaking(logOut, /^update "app_user"/) } });
  const answer = await change(cookie, PASSWORD, NEW_PASSWORD, slow);
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie().filter((line) => line.includes("sid="))).toEqual([]);
  expect(await login("left_meanwhile", NEW_PASSWORD)).toBe(200);
});

test("a login that began with the old password gets no session once it has changed", async () => {
  const { cookie } = await signUp(app, "overtaken");
  const slow = testApp({
    env: { DB: overtaking(() => change(cookie, PASSWORD, NEW_PASSWORD)) },
  });
  const body = { username: "overtaken", password: PASSWORD };
  const answer = await slow.send("POST", "/api/auth/login", body);
  expect(answer.status).toBe(401);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test.each([
  ["PUT", "/api/user/password", { currentPassword: PASSWORD, newPassword: "a third one 3" }],
  ["DELETE", "/api/user", { password: PASSWORD }],
] as const)(
  "%s %s that began with the old password is 403 and changes nothing once it has changed",
  async (method, path, body) => {
    const name = `outrun_${method.toLowerCase()}`;
    const phone = await signUp(app, name);
    const laptop = await logIn(app, name);
    let kept = phone.cookie;
    const DB = overtaking(async () => {
      kept = cookieOf(await change(phone.cookie, PASSWORD, NEW_PASSWORD));
    }, /^update "app_user"/);
    const slow = testApp({ env: { DB } });
    const answer = await slow.send(method, path, body, { cookie: laptop.cookie });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: "auth.wrong_password" });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await me(kept)).toBe(200);
    expect(await login(name, NEW_PASSWORD)).toBe(200);
  },
);

test.each([
  ["PUT", "/api/user/password", { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }],
  ["DELETE", "/api/user", { password: PASSWORD }],
] as const)(
  "%s %s accepts the password while a login renews its hash",
  async (method, path, body) => {
    const name = `renewed_${method.toLowerCase()}`;
    const { cookie } = await signUp(app, name);
    const passwords = makePasswords({ memoryKiB: 16, passes: 1, lanes: 1 });
    const DB = overtaking(() => logIn(testApp({ passwords }), name), /^update "app_user"/);
    const answer = await testApp({ env: { DB } }).send(method, path, body, { cookie });
    expect(answer.status).toBe(200);
    expect(await login(name, PASSWORD)).toBe(401);
  },
);

test.each([
  ["PUT", "/api/user/password", { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }],
  ["DELETE", "/api/user", { password: PASSWORD }],
] as const)("%s %s is 401 if the account is deleted meanwhile", async (method, path, body) => {
  const moments = { write: overtaking, read: overtakingRead };
  for (const [moment, overtake] of Object.entries(moments)) {
    const { cookie } = await signUp(app, `gone_${method}_${moment}`);
    const statement = moment === "write" ? /^update "app_user"/ : /"app_user"."password"/;
    const DB = overtake(() => remove(cookie, PASSWORD), statement);
    const answer = await testApp({ env: { DB } }).send(method, path, body, { cookie });
    expect(answer.status, moment).toBe(401);
    expect(await answer.json()).toMatchObject({ error: "auth.required" });
  }
});

/** The real database; `first` runs just before the first batch with a statement that matches. */
function overtaking(first: () => Promise<unknown>, statement = /./): D1Database {
  let state: "waits" | "next" | "done" = "waits";
  return {
    prepare: (sql: string) => {
      if (state === "waits" && statement.test(sql)) state = "next";
      return env.DB.prepare(sql);
    },
    batch: async (statements: D1PreparedStatement[]) => {
      if (state === "next") {
        state = "done";
        await first();
      }
      return env.DB.batch(statements);
    },
  } as unknown as D1Database;
}

/** The real database; `first` runs just before the first read that matches. */
function overtakingRead(first: () => Promise<unknown>, statement: RegExp): D1Database {
  let isDone = false;
  const waiting = (sql: string) => ({
    bind: (...values: unknown[]) => {
      const bound = env.DB.prepare(sql).bind(...values);
      return {
        raw: () => first().then(() => bound.raw()),
        all: () => first().then(() => bound.all()),
      };
    },
  });
  return {
    prepare: (sql: string) => {
      if (isDone || !statement.test(sql)) return env.DB.prepare(sql);
      isDone = true;
      return waiting(sql);
    },
    batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
  } as unknown as D1Database;
}

test("a new password and a deletion have the limit of a login", async () => {
  const limited = testApp({ clock, env: { RATE_LIMITS: "on", LOGIN_LIMIT: shutLimit } });
  const { cookie } = await signUp(app, "limited");
  expect((await change(cookie, PASSWORD, NEW_PASSWORD, limited)).status).toBe(429);
  const body = { password: PASSWORD };
  expect((await limited.send("DELETE", "/api/user", body, { cookie })).status).toBe(429);
  expect(await login("limited", PASSWORD)).toBe(200);
});

test("deleting an account deletes its sessions and hearts and keeps every count exact", async () => {
  const leaving = await signUp(app, "leaving", { email: "leaving@example.com" });
  const staying = await signUp(app, "staying");
  const second = await logIn(app, "leaving");
  await storedUser("t2_del", "deleted_from");
  await storedPost("t3_del", "t2_del");
  for (const person of [leaving, staying]) {
    await heart(person, "t2_del");
    await heart(person, "t3_del");
  }
  const answer = await remove(leaving.cookie, PASSWORD);
  expect(answer.status).toBe(200);
  const cookies = answer.headers.getSetCookie().map((line) => line.split("; ").slice(0, 2));
  expect(cookies).toEqual([
    ["__Host-sid=", "Max-Age=0"],
    ["__Host-device=", "Max-Age=0"],
  ]);
  expect(await me(leaving.cookie)).toBe(401);
  expect(await me(second.cookie)).toBe(401);
  expect(await login("leaving", PASSWORD)).toBe(401);
  expect([await countOf("user", "t2_del"), await countOf("post", "t3_del")]).toEqual([1, 1]);
  const left = await env.DB.prepare(
    `select (select count(*) from session where unearth_user_id = ?1)
      + (select count(*) from user_heart where unearth_user_id = ?1)
      + (select count(*) from post_heart where unearth_user_id = ?1)
      + (select count(*) from app_user where id = ?1) as n`,
  )
    .bind(leaving.user.id)
    .first("n");
  expect(left).toBe(0);
  expect(await me(staying.cookie)).toBe(200);
});

test("the username and e-mail address of a deleted account can be used again", async () => {
  const { cookie } = await signUp(app, "phoenix", { email: "phoenix@example.com" });
  await remove(cookie, PASSWORD);
  const again = await signUp(app, "Phoenix", { email: "phoenix@example.com" });
  expect(again.user.username).toBe("Phoenix");
});
