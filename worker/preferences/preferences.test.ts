import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { PreferencesResponse } from "#schema/api/preferences.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { holdingD1 } from "#worker/testing/faulty-d1.ts";
import { inOneMinute } from "#worker/testing/in-one-minute.ts";
import { testApp } from "#worker/testing/test-app.ts";

const app = testApp();
const PATH = "/api/user/preferences";
const DEFAULTS = { blurEnabled: true, searchPresentationStyle: "grid" };

const read = async (cookie: string) => {
  const answer = await app.request(PATH, { headers: { cookie } });
  return (await answer.json<PreferencesResponse>()).preferences;
};
const put = (cookie: string, body: unknown) => app.send("PUT", PATH, body, { cookie });
const stored = (id: string) =>
  env.DB.prepare("select preferences from app_user where id = ?").bind(id).first("preferences");

test("a new account has the defaults, read in one statement", async () => {
  const { cookie } = await signUp(app, "fresh");
  app.meter.reset();
  expect(await read(cookie)).toEqual(DEFAULTS);
  expect(app.meter).toMatchObject({ statements: 1, rowsWritten: 0 });
});

test("each preference is set by itself and the other one stays", async () => {
  const { cookie } = await signUp(app, "setter");
  const answer = await put(cookie, { blurEnabled: false });
  expect(await answer.json()).toEqual({
    success: true,
    message: "Your preferences have been saved successfully.",
    preferences: { ...DEFAULTS, blurEnabled: false },
  });
  await put(cookie, { searchPresentationStyle: "masonry" });
  expect(await read(cookie)).toEqual({ blurEnabled: false, searchPresentationStyle: "masonry" });
});

test("two concurrent changes are both kept", async () => {
  const { cookie } = await signUp(app, "hasty");
  await Promise.all([
    put(cookie, { blurEnabled: false }),
    put(cookie, { searchPresentationStyle: "masonry" }),
  ]);
  expect(await read(cookie)).toEqual({ blurEnabled: false, searchPresentationStyle: "masonry" });
});

test("only differences from the defaults are stored", async () => {
  const { cookie, user } = await signUp(app, "sparse");
  await put(cookie, { blurEnabled: false, searchPresentationStyle: "grid" });
  expect(await stored(user.id)).toBe('{"blurEnabled":false}');
  await put(cookie, { blurEnabled: true });
  expect(await stored(user.id)).toBeNull();
});

test("an empty change and unknown fields store nothing", async () => {
  const { cookie, user } = await signUp(app, "idle");
  for (const body of [
    {},
    { isVerified: true, username: "other" },
    { searchPresentationStyle: "" },
    { searchPresentationStyle: null },
  ]) {
    const answer = await put(cookie, body);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ preferences: DEFAULTS });
  }
  expect(await stored(user.id)).toBeNull();
});

test("a value of the wrong kind is 400 and names its field", async () => {
  const { cookie } = await signUp(app, "typist");
  const answer = await put(cookie, { blurEnabled: "yes", searchPresentationStyle: "list" });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    fields: {
      blurEnabled: "Blur must be true or false",
      searchPresentationStyle: "Layout must be grid or masonry",
    },
  });
});

test("reset goes back to the defaults", async () => {
  const { cookie } = await signUp(app, "resetter");
  await put(cookie, { blurEnabled: false });
  const answer = await app.request(`${PATH}/reset`, { method: "POST", headers: { cookie } });
  expect(await answer.json()).toEqual({
    success: true,
    message: "Your preferences have been reset to defaults.",
    preferences: DEFAULTS,
  });
  expect(await read(cookie)).toEqual(DEFAULTS);
});

test.each([
  ["PUT", PATH],
  ["POST", `${PATH}/reset`],
])("%s %s is 401 if the account is deleted meanwhile, and stores nothing", async (method, path) => {
  const { cookie, user } = await signUp(app, `gone_${method}`);
  const { db, answered, release } = holdingD1();
  const body = { blurEnabled: false };
  const sending = testApp({ env: { DB: db } }).send(method, path, body, { cookie });
  // The session is read, the account not changed yet. Its row outlives it while it has many hearts.
  await answered;
  const emptied = "update app_user set deleted_at = 1, preferences = null where id = ?";
  await env.DB.prepare(emptied).bind(user.id).run();
  release();
  const answer = await sending;
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ error: "auth.required" });
  expect(await stored(user.id)).toBeNull();
});

test("one account's preferences are not another's", async () => {
  const one = await signUp(app, "first_owner");
  const two = await signUp(app, "second_owner");
  await put(one.cookie, { blurEnabled: false });
  expect(await read(two.cookie)).toEqual(DEFAULTS);
});

test("an invalid stored text counts as the defaults and can be overwritten", async () => {
  const { cookie, user } = await signUp(app, "legacy");
  for (const text of ["{", "[]", '{"blurEnabled":"no"}', "null"]) {
    await env.DB.prepare("update app_user set preferences = ? where id = ?")
      .bind(text, user.id)
      .run();
    expect(await read(cookie), text).toEqual(DEFAULTS);
    const answer = await put(cookie, { blurEnabled: false });
    expect(await answer.json(), text).toMatchObject({ preferences: { blurEnabled: false } });
  }
});

test("an account writes its preferences 20 times a minute, resets included", async () => {
  const limited = testApp({ env: { RATE_LIMITS: "on" } });
  const statuses = await inOneMinute(async (from, attempt) => {
    const body = { username: `writer_${attempt}`, password: "a password" };
    const answer = await limited.send("POST", "/api/auth/signup", body, from);
    const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const seen: number[] = [];
    for (let count = 0; count < 22; count += 1) {
      const path = `/api/user/preferences${count % 2 === 0 ? "" : "/reset"}`;
      const method = count % 2 === 0 ? "PUT" : "POST";
      seen.push((await limited.send(method, path, { blurEnabled: false }, { cookie })).status);
    }
    const read = await limited.request("/api/user/preferences", { headers: { cookie } });
    return [...seen, read.status];
  });
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 429, 200]);
});
