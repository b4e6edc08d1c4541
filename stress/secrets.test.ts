import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, trackedFiles } from "#tools/files.ts";

/** Patterns of credentials, split so that this file does not match itself. */
const SHAPES: [string, RegExp][] = [
  ["a private key", /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/],
  ["an AWS key", /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ["a GitHub token", /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,})/],
  ["an npm token", /\bnpm_[A-Za-z0-9]{36}\b/],
  ["a Slack token", /\bxox[abprs]-[A-Za-z0-9-]{10,}/],
  ["a Google key", /\bAIza[0-9A-Za-z_-]{35}\b/],
  ["a Stripe key", /\b[rs]k_live_[0-9A-Za-z]{20,}/],
  ["a signed web token", /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/],
  [
    "a Cloudflare or Reddit secret with a value",
    /\b(?:CLOUDFLARE_API_TOKEN|REDDIT_CLIENT_SECRET|CF_API_TOKEN)\s*[=:]\s*["']?[A-Za-z0-9_-]{20,}/,
  ],
];

const tracked = trackedFiles();

test.skipIf(!tracked)("no tracked file holds a credential", () => {
  const files = (tracked ?? []).map((path): [path: string, text: string] => [
    path,
    readFileSync(join(root, path), "latin1"),
  ]);
  expect(files.length).toBeGreaterThan(100);
  const guilty = files.flatMap(([path, text]) =>
    SHAPES.filter(([, shape]) => shape.test(text)).map(([name]) => `${path}: ${name}`),
  );
  expect(guilty).toEqual([]);
});

test("the scan finds a planted credential of every shape", () => {
  const some = (count: number) => "Ab1".repeat(count).slice(0, count);
  const planted = [
    ["-----BEGIN RSA ", "PRIVATE KEY-----"],
    ["AKIA", "ABCDEFGHIJKLMNOP"],
    ["ghp_", some(36)],
    ["npm_", some(36)],
    ["xoxb-", some(12)],
    ["AIza", some(35)],
    ["sk_live_", some(24)],
    ["eyJ", `${some(12)}.eyJ${some(12)}.${some(24)}`],
    ["CLOUDFLARE_API_TOKEN=", some(40)],
  ];
  const found = planted.map((parts) =>
    SHAPES.filter(([, shape]) => shape.test(`key = "${parts.join("")}"`)).map(([name]) => name),
  );
  expect(found).toEqual(SHAPES.map(([name]) => [name]));
});

test("wrangler.toml holds no secret value for production or staging", () => {
  const text = readFileSync(join(root, "wrangler.toml"), "utf8");
  const [local = "", ...environments] = text.split(/^(?=\[env\.)/m);
  const secret = /^(?:ADMIN_|REDDIT_CLIENT_SECRET|TURNSTILE_SECRET|ALERT_WEBHOOK_URL)\w*\s*=/m;
  expect(local).toMatch(secret);
  expect(environments.join("")).toContain("[env.production.vars]");
  expect(environments.join("")).not.toMatch(secret);
});
