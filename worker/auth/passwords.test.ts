import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { logIn, PASSWORD, signUp } from "#worker/testing/accounts.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { argon2Hash } from "./argon2.ts";
import { makePasswords } from "./passwords.ts";

const real = makePasswords();
const app = testApp();
const bytes = (text: string) => new TextEncoder().encode(text);

/** Hashes that @node-rs/argon2 made; tools/admin-hash.test.ts holds the same list. */
const NODE_HASHES: Record<string, string> = {
  "correct horse 9":
    "$argon2id$v=19$m=19456,t=2,p=1$YSBzYWx0IG9mIDE2IGJ5Lg$J0pkuwBFK0P1Lq8aHdzU/9Sj3i9VAeTVCv0FSSCuwFM",
  пароль12:
    "$argon2id$v=19$m=19456,t=2,p=1$YSBzYWx0IG9mIDE2IGJ5Lg$XOsdUskfLWcnFlG5FaH2guFDcGkAtNuHGHTV/xWphRw",
  "\u{1F511}\u{1F511}ключ-é":
    "$argon2id$v=19$m=19456,t=2,p=1$YSBzYWx0IG9mIDE2IGJ5Lg$8+Vc6E+2+s24TjUbFbWs0lkQzE62RYibfFV5/y7Y9Hk",
};

test("the Worker and Node make the same hash of the same password, salt and cost", () => {
  const cost = { memoryKiB: 19_456, passes: 2, lanes: 1 };
  for (const [password, hash] of Object.entries(NODE_HASHES)) {
    expect(argon2Hash(bytes(password), bytes("a salt of 16 by."), cost)).toBe(hash);
    expect(real.verify(hash, password)).toBe(true);
    expect(real.verify(hash, `${password}x`)).toBe(false);
  }
});

test("every character counts, also outside ASCII and after a NUL", () => {
  const hash = real.hash("пароль12");
  expect(real.verify(hash, "пароXXXX")).toBe(false);
  expect(real.verify(hash, "пароль1")).toBe(false);
  expect(real.verify(real.hash("secret\0one"), "secret\0two")).toBe(false);
});

test("composed and decomposed letters are the same password", () => {
  const hash = real.hash("caf\u00e9 au lait");
  expect(real.verify(hash, "cafe\u0301 au lait")).toBe(true);
});

test("hashes are Argon2id at the decided cost, each with a salt of its own", () => {
  const [one, two] = [real.hash("same password"), real.hash("same password")];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
});

test("a stored text that is not a hash matches no password", () => {
  for (const text of [
    "",
    "x",
    "$argon2id$",
    "$argon2i$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA",
  ]) {
    expect(real.verify(text, "password")).toBe(false);
  }
});

test("the decoy is a hash at the same cost that common passwords do not match", () => {
  expect(real.decoy.slice(0, 31)).toBe(real.hash("x").slice(0, 31));
  for (const password of ["", "password", "AAAA"]) {
    expect(real.verify(real.decoy, password)).toBe(false);
  }
});

test("a password is compared as typed, with spaces, capitals and its last character", async () => {
  const password = ` Two  Words ${"\u{1F48E}".repeat(86)}x `;
  expect([...password]).toHaveLength(100);
  await signUp(app, "verbatim", { password });
  const others = [
    password.trimStart(),
    password.trimEnd(),
    password.toLowerCase(),
    password.replace("  ", " "),
    password.replace("x ", "y "),
  ];
  for (const other of others) {
    const body = { username: "verbatim", password: other };
    expect((await app.send("POST", "/api/auth/login", body)).status, other).toBe(401);
  }
  expect((await logIn(app, "verbatim", password)).user.username).toBe("verbatim");
});

test("a password needs no kind of character and may have any", async () => {
  for (const [index, password] of [
    "lowercase",
    "19283746",
    "пароль--",
    "!?!?!?!?",
    " ".repeat(8),
  ].entries())
    expect((await signUp(app, `composed_${index}`, { password })).cookie).not.toBe("");
});

const raised = makePasswords({ memoryKiB: 16, passes: 1, lanes: 1 });

test("two logins at once after the cost was raised both succeed", async () => {
  await signUp(app, "parallel");
  const atRaisedCost = testApp({ passwords: raised });
  const both = [logIn(atRaisedCost, "parallel"), logIn(atRaisedCost, "parallel")];
  expect(await Promise.all(both)).toHaveLength(2);
});

test("a login that overlaps a password change fails, also after the cost was raised", async () => {
  const { cookie } = await signUp(app, "overlapped");
  const other = await signUp(app, "beside_it");
  const change = { currentPassword: PASSWORD, newPassword: "another horse 9" };
  const DB = {
    prepare: (query: string) => env.DB.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => {
      await app.send("PUT", "/api/user/password", change, { cookie });
      return env.DB.batch(statements);
    },
  } as unknown as D1Database;
  const body = { username: "overlapped", password: PASSWORD };
  const late = testApp({ passwords: raised, env: { DB } });
  const headers = { cookie: other.cookie };
  expect((await late.send("POST", "/api/auth/login", body, headers)).status).toBe(401);
  expect((await app.request("/api/auth/me", { headers })).status, "the presented session").toBe(
    200,
  );
  await logIn(app, "overlapped", "another horse 9");
});
