import { expect, test } from "vitest";
import { describeSource, localRefusals, readDeployConfig } from "./refusals.ts";
import { readChanged } from "./testing/changed-config.ts";

const ADMIN_SECRETS = ["ADMIN_PASSWORD_HASH", "ADMIN_JWT_SECRET"];

test.each([
  ["ARCHIVE_FALLBACK", /ARCHIVE_FALLBACK = .*/, 'ARCHIVE_FALLBACK = "On"'],
  [
    "REDDIT_USER_AGENT",
    /REDDIT_USER_AGENT = .*\nREDDIT_CLIENT_ID = .*/,
    'REDDIT_USER_AGENT = ""\nREDDIT_CLIENT_ID = "id"',
  ],
  ["BOARD_MIN_ACCOUNT_AGE", /BOARD_MIN_ACCOUNT_AGE = .*/, "BOARD_MIN_ACCOUNT_AGE = 24"],
  ["SEARCH_LIMIT", /"SEARCH_LIMIT"/, '"SEARCHES_LIMIT"'],
  ["ENVIRONMENT", /ENVIRONMENT = "production"/, 'ENVIRONMENT = "development"'],
  ["POST_SOURCE", /POST_SOURCE = .*/, 'POST_SOURCE = "sample"'],
  [
    "REDDIT_CLIENT_ID",
    /POST_SOURCE = .*((?:\n.*)*?\nREDDIT_CLIENT_ID = ).*/,
    'POST_SOURCE = "reddit"$1""',
  ],
  [
    "REDDIT_USER_AGENT",
    /REDDIT_USER_AGENT = .*/,
    'REDDIT_USER_AGENT = "web:your.domain:v1\\n(by /u/you)"',
  ],
  ["CALL_BUDGET", /name = "CALL_BUDGET"/, 'name = "CALLS"'],
  ["dist/local", /\[env\.production\.assets\]\n(?:.+\n)+/, ""],
])(
  "settings that do not serve production are a refusal that names %s",
  async (name, found, change) => {
    const config = await readChanged(found, change);
    expect(config.configError).toContain(name);
    expect((await readDeployConfig("production")).configError).toBeNull();
  },
);

test.each([
  ['ARCHIVE_FALBACK = "on"', "ARCHIVE_FALBACK", "did you mean ARCHIVE_FALLBACK?"],
  ['REDDIT_CLIENTID = "id"', "REDDIT_CLIENTID", "did you mean REDDIT_CLIENT_ID?"],
  ['TURNSTILE_SITEKEY = "0x4"', "TURNSTILE_SITEKEY", "did you mean TURNSTILE_SITE_KEY?"],
  ['post_source = "reddit"', "post_source", "did you mean POST_SOURCE?"],
  ["COLOUR = 7", "COLOUR", "it reads ENVIRONMENT, POST_SOURCE, "],
])("a variable that the Worker does not read is refused: %s", async (line, name, advice) => {
  const config = await readChanged(/^ENVIRONMENT = .*$/m, `$&\n${line}`);
  expect(config.unknownVars).toHaveLength(1);
  expect(localRefusals("production", config, []).join()).toContain(
    `[env.production.vars] of wrangler.toml sets ${name}, which the Worker does not read: ${advice}`,
  );
});

test.each(["REDDIT_CLIENT_SECRET", "TURNSTILE_SECRET", "ALERT_WEBHOOK_URL"])(
  "%s in wrangler.toml, which is committed, is refused; wrangler refuses the admin's",
  async (name) => {
    // A deploy would replace the secret, with an empty value too.
    for (const value of ["a-value", ""]) {
      const config = await readChanged(/^ENVIRONMENT = .*$/m, `$&\n${name} = "${value}"`);
      expect(localRefusals("production", config, []).join("\n"), value).toMatch(
        new RegExp(`sets the secret ${name}, .+ npx wrangler secret put ${name} --env production`),
      );
    }
    expect((await readDeployConfig("production")).openSecrets).toEqual([]);
  },
);

const REDDIT = 'REDDIT_CLIENT_ID = "id"\nREDDIT_USER_AGENT = "web:site.test:v1"';

test.each([
  ["auto", 'ARCHIVE_FALLBACK = "on"', "archive."],
  ["auto", REDDIT, "reddit."],
  ["archive", REDDIT, "archive."],
  ["reddit", `${REDDIT}\nARCHIVE_FALLBACK = "on"`, "reddit, then the archive."],
  ["auto", 'ARCHIVE_FALLBACK = "On"', "unknown, because the settings do not work."],
])("the source of posts is named: POST_SOURCE = %s and %s", async (source, lines, described) => {
  const config = await readChanged(
    /^POST_SOURCE(?:.*\n)+?(?=REDDIT_AUTH_URL)/m,
    `POST_SOURCE = "${source}"\n${lines}\n`,
  );
  expect(describeSource(config)).toBe(`Source of posts: ${described}`);
});

test("with a site key for Turnstile its secret is required", async () => {
  const withKey = (key: string) =>
    readChanged(
      /^(ENVIRONMENT = .*\n)(?![\s\S]*^TURNSTILE_SITE_KEY = )|^TURNSTILE_SITE_KEY = .*\n/m,
      `$1TURNSTILE_SITE_KEY = "${key}"\n`,
    );
  const config = await withKey("0x4");
  expect(config.configError).toBeNull();
  expect(config.requiredSecrets).toEqual([...ADMIN_SECRETS, "TURNSTILE_SECRET"]);
  expect((await withKey("")).requiredSecrets).toEqual(ADMIN_SECRETS);
});
