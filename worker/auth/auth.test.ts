import { expect, test } from "vitest";
import type { AuthStatusResponse, UserEnvelope } from "#schema/api/auth.ts";
import { ERRORS, type ErrorBody } from "#schema/api/errors.ts";
import { cookieOf, logIn, PASSWORD, signUp } from "#worker/testing/accounts.ts";
import { cheapPasswords, testApp } from "#worker/testing/test-app.ts";

const app = testApp();

const statusWith = async (cookie: string) =>
  (await app.request("/api/auth/status", { headers: { cookie } })).json<AuthStatusResponse>();

const refusal = async (path: string, body: unknown) => {
  const answer = await app.send("POST", path, body);
  return { status: answer.status, ...(await answer.json<ErrorBody>()) };
};

test("sign-up returns the account, sets the session and ignores unknown fields", async () => {
  const answer = await app.send("POST", "/api/auth/signup", {
    username: "Ada_1",
    password: PASSWORD,
    email: "Ada@example.com",
    displayName: " Ada L. ",
    id: "mine",
    isVerified: true,
    createdAt: "2000-01-01",
    preferences: "{}",
    // As a key of the JSON; without brackets it would set the prototype, which is not sent.
    ["__proto__"]: { isVerified: true },
  });
  expect(answer.status).toBe(201);
  const { user } = await answer.json<UserEnvelope>();
  expect(user).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    username: "Ada_1",
    email: "Ada@example.com",
    displayName: "Ada L.",
    isVerified: false,
    createdAt: "2026-11-01T12:00:00.000Z",
    lastLoginAt: "2026-11-01T12:00:00.000Z",
  });
  expect(await statusWith(cookieOf(answer))).toEqual({ isAuthenticated: true, user });
});

test("empty optional fields of a sign-up count as absent", async () => {
  const { user } = await signUp(app, "plain_one", { email: " ", displayName: "" });
  expect(user).toMatchObject({ email: null, displayName: null });
  await signUp(app, "plain_two", { email: "" });
});

test("login takes the username or the e-mail address, in any case", async () => {
  const { user } = await signUp(app, "Grace", { email: "Grace@Example.com" });
  for (const name of ["Grace", "gRACE", " grace@example.COM "]) {
    expect((await logIn(app, name)).user).toMatchObject({ id: user.id, username: "Grace" });
  }
});

test("a username or e-mail address taken in another case is 409, and each taken field is named", async () => {
  await signUp(app, "Taken_Name", { email: "taken@example.com" });
  const name = { username: "tAKEN_nAME", password: PASSWORD };
  expect(await refusal("/api/auth/signup", name)).toMatchObject({
    status: 409,
    error: "auth.username_taken",
    fields: { username: ERRORS["auth.username_taken"][1] },
  });
  const email = { username: "another", password: PASSWORD, email: "TAKEN@example.com" };
  expect(await refusal("/api/auth/signup", email)).toMatchObject({
    status: 409,
    error: "auth.email_taken",
    fields: { email: ERRORS["auth.email_taken"][1] },
  });
  await signUp(app, "other_owner", { email: "other@example.com" });
  const both = { ...name, email: "other@example.com" };
  expect(await refusal("/api/auth/signup", both)).toMatchObject({
    status: 409,
    error: "auth.username_taken",
    fields: {
      username: ERRORS["auth.username_taken"][1],
      email: ERRORS["auth.email_taken"][1],
    },
  });
});

test("of twenty sign-ups for one name at once exactly one succeeds", async () => {
  const body = (index: number) => ({
    username: index % 2 ? "racer" : "RACER",
    password: PASSWORD,
  });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => app.send("POST", "/api/auth/signup", body(index))),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
});

test("letters that look or fold like ASCII letters match no account and no username", async () => {
  await signUp(app, "kelvin", { email: "kelvin@example.com" });
  for (const username of [
    "\u212Aelvin",
    "kelv\u0131n",
    "\uFF4Belvin",
    "kelvin\u0000",
    "kelvin\u200B",
  ]) {
    expect(await refusal("/api/auth/signup", { username, password: PASSWORD })).toMatchObject({
      status: 400,
      fields: { username: "Username can only contain letters, numbers, and underscores" },
    });
    expect((await refusal("/api/auth/login", { username, password: PASSWORD })).status).toBe(401);
  }
  expect(
    await refusal("/api/auth/login", { username: "\u212Aelvin@example.com", password: PASSWORD }),
  ).toMatchObject({ status: 401 });
});

test("every failed login has the same response", async () => {
  await signUp(app, "careful", { email: "careful@example.com" });
  const attempts = [
    { username: "careful", password: "wrong password" },
    { username: "careful@example.com", password: "wrong password" },
    { username: "nobody_here", password: "wrong password" },
    { username: "nobody@example.com", password: PASSWORD },
    { username: "' or 1=1 --", password: "wrong password" },
    { username: "%", password: PASSWORD },
  ];
  for (const attempt of attempts) {
    const { requestId: _, ...rest } = await refusal("/api/auth/login", attempt);
    expect(rest).toEqual({
      status: 401,
      success: false,
      error: "auth.invalid_credentials",
      message: ERRORS["auth.invalid_credentials"][1],
    });
  }
});

test("with lockouts off a known and an unknown name cost the same: one hash and one statement", async () => {
  await signUp(app, "known_name");
  let verified: string[] = [];
  const counting = testApp({
    passwords: {
      ...cheapPasswords,
      verify(encoded, password) {
        verified.push(encoded.slice(0, 27));
        return cheapPasswords.verify(encoded, password);
      },
      hash: () => {
        throw new Error("a login hashes nothing new");
      },
    },
  });
  const costs = [];
  for (const username of ["known_name", "unknown_name", "unknown@example.com"]) {
    verified = [];
    counting.meter.reset();
    await counting.send("POST", "/api/auth/login", { username, password: "wrong password" });
    costs.push({ verified, statements: counting.meter.statements });
  }
  const cost = { verified: [cheapPasswords.decoy.slice(0, 27)], statements: 1 };
  expect(costs).toEqual([cost, cost, cost]);
});

test("signed out, me is 401 and status is 200 with isAuthenticated false", async () => {
  const me = await app.request("/api/auth/me");
  expect(me.status).toBe(401);
  expect(await me.json()).toMatchObject({ error: "auth.required" });
  expect(await statusWith("__Host-sid=nonsense")).toEqual({ isAuthenticated: false, user: null });
});

test("a password hashed at another cost is hashed again at the next login only, and no other account's", async () => {
  const stored = async (username = "upgraded") =>
    app.deps().d1.prepare(`select password from app_user where username = '${username}'`).first();
  await signUp(app, "upgraded");
  await signUp(app, "not_upgraded");
  const before = await stored();
  const other = await stored("not_upgraded");
  const raised = testApp({
    passwords: { ...cheapPasswords, isOutdated: (hash) => hash === before?.["password"] },
  });
  await logIn(raised, "upgraded");
  const after = await stored();
  expect(after).not.toEqual(before);
  await logIn(raised, "upgraded");
  expect(await stored()).toEqual(after);
  expect(await stored("not_upgraded")).toEqual(other);
});

test.each([
  [
    "nothing",
    {},
    { username: "Username is required", password: "Password must be at least 8 characters" },
  ],
  [
    "too short",
    { username: "ab", password: "1234567" },
    {
      username: "Username must be at least 3 characters",
      password: "Password must be at least 8 characters",
    },
  ],
  [
    "too long",
    { username: "a".repeat(31), password: "p".repeat(101), displayName: "d".repeat(51) },
    {
      username: "Username must be at most 30 characters",
      password: "Password must be at most 100 characters",
      displayName: "Display name must be at most 50 characters",
    },
  ],
  [
    "wrong letters",
    { username: "no spaces", password: PASSWORD, email: "no at" },
    {
      username: "Username can only contain letters, numbers, and underscores",
      email: "Invalid email",
    },
  ],
  [
    "wrong types",
    { username: ["abc"], password: 12345678, email: {} },
    {
      username: "Username is required",
      password: "Password must be at least 8 characters",
      email: "Invalid email",
    },
  ],
])("a sign-up with %s says each field's own sentence", async (_, body, fields) => {
  expect(await refusal("/api/auth/signup", body)).toMatchObject({
    status: 400,
    error: "http.validation",
    fields,
  });
});

test("a login with several invalid fields names each with its own sentence", async () => {
  expect((await refusal("/api/auth/login", { username: "", password: "12345" })).fields).toEqual({
    username: "Username is required",
    password: "Password must be at least 6 characters",
  });
  const long = { username: "u".repeat(51), password: "p".repeat(101) };
  expect((await refusal("/api/auth/login", long)).fields).toEqual({
    username: "Username must be at most 50 characters",
    password: "Password must be at most 100 characters",
  });
});

test("a login with an e-mail address too long for its field is told to use the username", async () => {
  const email = `${"e".repeat(40)}@long.example.com`;
  await signUp(app, "long_mail", { email });
  const { fields } = await refusal("/api/auth/login", { username: email, password: PASSWORD });
  expect(fields).toEqual({ username: expect.stringContaining("Use your username instead") });
});

test("a password of 10,000 characters is refused before any hash is computed", async () => {
  const never = testApp({
    passwords: {
      ...cheapPasswords,
      hash: () => {
        throw new Error("hashed");
      },
      verify: () => {
        throw new Error("verified");
      },
    },
  });
  const body = { username: "longwind", password: "p".repeat(10_000) };
  for (const path of ["/api/auth/signup", "/api/auth/login"]) {
    expect((await never.send("POST", path, body)).status).toBe(400);
  }
});

test("a body that is not an object, not JSON or too large has its own error", async () => {
  const post = (body: string, type = "application/json") =>
    app.request("/api/auth/signup", {
      method: "POST",
      body,
      headers: { "Content-Type": type },
    });
  const cases: [Promise<Response>, number][] = [
    [post("[]"), 400],
    [post("null"), 400],
    [post('"text"'), 400],
    [post("{"), 400],
    [post(""), 400],
    [post("[".repeat(60_000)), 400],
    [post(JSON.stringify({ username: "x".repeat(1_000_000) })), 413],
    [post("username=x&password=y", "application/x-www-form-urlencoded"), 415],
    [post('{"username":"abc"}', "text/plain"), 415],
  ];
  for (const [answer, status] of cases) expect((await answer).status).toBe(status);
});

test("an emoji counts as one character of a display name", async () => {
  const { user } = await signUp(app, "emoji_fan", { displayName: "\u{1F48E}".repeat(50) });
  expect([...(user.displayName ?? "")]).toHaveLength(50);
});
