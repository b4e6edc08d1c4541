import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { hashSync, verifySync } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { hashAdminPassword } from "./admin-hash.ts";
import { nodePath, root } from "./install.mjs";

/** Hashes made by the Worker; worker/auth/passwords.test.ts holds the same list. */
const WORKER_HASHES: Record<string, string> = {
  "correct horse 9":
    "$argon2id$v=19$m=19456,t=2,p=1$YSBzYWx0IG9mIDE2IGJ5Lg$J0pkuwBFK0P1Lq8aHdzU/9Sj3i9VAeTVCv0FSSCuwFM",
  пароль12:
    "$argon2id$v=19$m=19456,t=2,p=1$YSBzYWx0IG9mIDE2IGJ5Lg$XOsdUskfLWcnFlG5FaH2guFDcGkAtNuHGHTV/xWphRw",
  "\u{1F511}\u{1F511}ключ-é":
    "$argon2id$v=19$m=19456,t=2,p=1$YSBzYWx0IG9mIDE2IGJ5Lg$8+Vc6E+2+s24TjUbFbWs0lkQzE62RYibfFV5/y7Y9Hk",
};

test("Node makes the same hash as the Worker for the same password, salt and cost", () => {
  const salt = Buffer.from("a salt of 16 by.");
  const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt };
  for (const [password, hash] of Object.entries(WORKER_HASHES)) {
    expect(hashSync(password, cost)).toBe(hash);
    expect(verifySync(hash, password)).toBe(true);
  }
});

test("an admin hash is Argon2id at the Worker's cost, of the normalised password", async () => {
  const hash = await hashAdminPassword("cafe\u0301 au lait, please");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(verifySync(hash, "caf\u00e9 au lait, please")).toBe(true);
});

test("an admin password has 12 to 100 characters, however many code units they take", async () => {
  const refused = ["x".repeat(11), "x".repeat(101), "💎".repeat(11), "💎".repeat(101)];
  for (const password of refused)
    expect(() => hashAdminPassword(password), password).toThrow("12 to 100 characters");
  for (const password of ["x".repeat(12), "💎".repeat(100)])
    expect(verifySync(await hashAdminPassword(password), password)).toBe(true);
});

test("npm run admin:hash reads the password from stdin and prints only the hash", () => {
  const run = (input: string) =>
    spawnSync(nodePath, [join(root, "tools/admin-hash.ts")], { input, encoding: "utf8" });
  const good = run("a good long password\n");
  expect(good.status).toBe(0);
  expect(verifySync(good.stdout.trim(), "a good long password")).toBe(true);
  expect(good.stdout.trim().split("\n")).toHaveLength(1);
  expect(good.stderr).toMatch(
    /^\nStore it with: {2}npx wrangler secret put ADMIN_PASSWORD_HASH --env production\nStore .+ADMIN_JWT_SECRET/,
  );
  expect(good.stderr).not.toContain("password");
  const short = run("short\n");
  expect(short.status).toBe(1);
  expect(short.stdout).toBe("");
  expect(short.stderr).toContain("12 to 100 characters");
});

test("Ctrl-C at the prompt ends it without a complaint about the password", () => {
  const terminal = "process.stdin.isTTY = true; process.stdin.setRawMode = () => process.stdin;";
  const preload = `data:text/javascript,${encodeURIComponent(terminal)}`;
  const args = ["--import", preload, join(root, "tools/admin-hash.ts")];
  const { status, stdout, stderr } = spawnSync(nodePath, args, {
    input: "pass\u0003",
    encoding: "utf8",
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 130,
    stdout: "",
    stderr: "Admin password (not shown): \n",
  });
});
