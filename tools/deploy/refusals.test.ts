import { afterEach, expect, test, vi } from "vitest";
import { brand } from "#schema/brand.ts";
import {
  DEPLOY_ENVIRONMENTS,
  type DeployConfig,
  localRefusals,
  notices,
  parsePendingMigrations,
  readDeployConfig,
  remoteRefusals,
} from "./refusals.ts";
import { nodePath, root } from "#tools/install.mjs";
import { Refused } from "#tools/refused.ts";
import { spawnSync } from "node:child_process";
import { readChanged } from "./testing/changed-config.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const READY: DeployConfig = {
  databaseIds: ["5f0e1f4c-6f51-4d0c-9a5b-0d3f6f6c9b11"],
  namespaceIds: ["0f2ac74b498b48028cb68387c421e279"],
  sharedStores: [],
  bucket: null,
  requiredSecrets: ["ADMIN_PASSWORD_HASH", "ADMIN_JWT_SECRET"],
  configError: null,
  source: { name: "archive", hasFallback: false },
  unknownVars: [],
  openSecrets: [],
  hosts: ["site.test", "api.site.test"],
  badOrigins: [],
  brandHosts: ["site.test", "api.site.test"],
  misnamedHosts: [],
  mailAddresses: ["hello@site.test"],
  popularUsername: "consenting_creator",
  links: ["https://site.test/chat"],
};

const REMOTE = {
  secrets: READY.requiredSecrets,
  pendingMigrations: [],
  newerMigrations: [],
  hasBucket: false,
  migrate: false,
  older: false,
};

test("a deploy is allowed when everything is set and committed", () => {
  expect(localRefusals("production", READY, [])).toEqual([]);
  expect(remoteRefusals("production", READY, REMOTE)).toEqual([]);
});

test.each([
  ["a dirty tree", {}, [" M README.md"], "README.md: commit or stash"],
  [
    "a placeholder D1 id",
    { databaseIds: ["00000000-0000-0000-0000-000000000000"] },
    [],
    "d1 create",
  ],
  ["a placeholder KV id", { namespaceIds: ["0".repeat(32)] }, [], "kv namespace create"],
  [
    "a D1 id that is none",
    { databaseIds: ["unearth-production"] },
    [],
    "d1 create unearth-production --location REGION",
  ],
  ["a D1 id with more behind it", { databaseIds: [`${READY.databaseIds[0]}0`] }, [], "d1 create"],
  ["a D1 id with more before it", { databaseIds: [`0${READY.databaseIds[0]}`] }, [], "d1 create"],
  ["a database without an id", { databaseIds: [undefined] }, [], "d1 create"],
  [
    "a second database without an id",
    { databaseIds: [...READY.databaseIds, undefined] },
    [],
    "d1 create",
  ],
  ["a KV id that is none", { namespaceIds: ["<id>"] }, [], "kv namespace create"],
  ["a KV id that is too long", { namespaceIds: ["a".repeat(33)] }, [], "kv namespace create"],
  ["a malformed setting", { configError: "X is wrong" }, [], "X is wrong. Correct it under"],
  ["a host without a route", { hosts: ["site.test"] }, [], "no route for api.site.test"],
  ["the sample's creator as the popular one", { popularUsername: "gemhunter" }, [], "agrees"],
  ["a placeholder link", { links: ["https://example.com/x"] }, [], "your own links"],
  ["a link that is no address", { links: ["site.test/chat"] }, [], "site.test/chat. Set your own"],
  ["a placeholder address", { mailAddresses: ["hello@unearth.example"] }, [], "write to"],
  [
    "an origin with a path",
    { badOrigins: ["https://site.test/"] },
    [],
    "has https://site.test/ as",
  ],
  ["a page of another environment", { misnamedHosts: ["site.test"] }, [], "are production."],
  ["the placeholder domain", { brandHosts: ["unearth.example"] }, [], "placeholder domain"],
  [
    "one host at the placeholder domain",
    { brandHosts: ["site.test", "api.unearth.example"] },
    [],
    "placeholder domain",
  ],
])("%s is refused, with what to do", (_, change, dirty, advice) => {
  expect(localRefusals("production", { ...READY, ...change }, dirty).join()).toContain(advice);
});

test("a missing secret is refused by name", () => {
  const remote = { ...REMOTE, secrets: ["ADMIN_JWT_SECRET"] };
  expect(remoteRefusals("staging", READY, remote)).toEqual([
    expect.stringContaining("npx wrangler secret put ADMIN_PASSWORD_HASH --env staging"),
  ]);
});

test("a bound bucket that does not exist is refused, and a deploy without a bucket prints a notice", () => {
  const bound = { ...READY, bucket: "our-backups" };
  expect(remoteRefusals("production", bound, REMOTE)).toEqual([
    expect.stringContaining("npx wrangler r2 bucket create our-backups"),
  ]);
  expect(remoteRefusals("production", bound, { ...REMOTE, hasBucket: true })).toEqual([]);
  expect(notices("production", bound)).toEqual([]);
  expect(notices("production", READY)).toEqual([expect.stringContaining("no daily backups")]);
});

/** The bucket's lines, with or without the comment signs that an operator removes. */
const BUCKET =
  /^(?:# )?(\[\[env\.production\.r2_buckets\]\])\n(?:# )?(binding .*)\n(?:# )?bucket_name .*$/m;

test("the bucket is read from wrangler.toml once its lines are uncommented", async () => {
  const bound = await readChanged(BUCKET, '$1\n$2\nbucket_name = "our-backups"');
  expect(bound.bucket).toBe("our-backups");
  expect((await readChanged(BUCKET, "")).bucket).toBeNull();
});

test.each([
  [
    "database",
    /(\[\[env\.production\.d1_databases\]\](?:\n.*)*?\ndatabase_id = ).*/,
    "00000000-0000-4000-8000-00000000abcd",
  ],
  [
    "namespace",
    /(\[\[env\.production\.kv_namespaces\]\](?:\n.*)*?\nid = ).*/,
    "0000000000000000000000000000abcd",
  ],
])("a %s that staging has too is refused", async (_, found, id) => {
  const isStaging = new RegExp(found.source.replace("production", "staging"));
  const shared = await readChanged(found, `$1"${id}"`, (rest) =>
    rest.replace(isStaging, `$1"${id}"`),
  );
  expect(localRefusals("production", shared, []).join()).toContain(`${id} for another environment`);
  const alone = await readChanged(found, `$1"${id}"`);
  expect(alone.sharedStores).toEqual([]);
  expect([...alone.databaseIds, ...alone.namespaceIds]).toContain(id);
});

test("a bucket that staging has too is refused", async () => {
  const isStaging = new RegExp(BUCKET.source.replace("production", "staging"), "m");
  const named = '$1\n$2\nbucket_name = "our-backups"';
  const shared = await readChanged(BUCKET, named, (rest) => rest.replace(isStaging, named));
  expect(shared.sharedStores).toEqual(["our-backups"]);
});

test("a mistake in staging's settings is no reason to refuse production", async () => {
  const config = await readChanged(BUCKET, "", (rest) =>
    rest.replace('ENVIRONMENT = "staging"', '$&\nADMIN_JWT_SECRET = "x"'),
  );
  expect(config).toMatchObject({ configError: null, sharedStores: [] });
});

test.each([
  ["is no TOML", "ENVIRONMENT = production", /^wrangler\.toml, line \d+: Invalid TOML/],
  [
    "sets a secret in the open",
    '$&\nADMIN_JWT_SECRET = "x"',
    /^wrangler\.toml: [^]*ADMIN_JWT_SECRET assigned/,
  ],
])("a wrangler.toml that %s is refused in a sentence, without the file", async (_, change, why) => {
  const refused: unknown = await readChanged(/^ENVIRONMENT = .*$/m, change).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(Refused);
  expect((refused as Refused).message).toMatch(why);
  expect((refused as Refused).message).not.toContain("database_name");
});

test("the brand's addresses are read, and those that no browser sends are named", async () => {
  const { production } = brand.environments;
  vi.spyOn(brand, "securityEmail", "get").mockReturnValue("security@unearth.example" as never);
  vi.spyOn(production, "apiOrigin", "get").mockReturnValue("https://api.site.test/" as never);
  const pages = ["http://site.test", "site.test", "https://www.site.test"];
  vi.spyOn(production, "pageOrigins", "get").mockReturnValue(pages as never);
  const config = await readDeployConfig("production");
  expect(config.mailAddresses).toEqual([brand.contactEmail, "security@unearth.example"]);
  expect(config.badOrigins).toEqual(["http://site.test", "site.test", "https://api.site.test/"]);
  expect(config.brandHosts).toEqual(["site.test", "site.test", "www.site.test", "api.site.test"]);
  expect(config.misnamedHosts).toEqual(["site.test", "site.test", "www.site.test"]);
});

test("pending migrations are refused without --migrate", () => {
  const remote = { ...REMOTE, pendingMigrations: ["0001_more.sql"] };
  const refused = remoteRefusals("production", READY, remote);
  expect(refused.join()).toMatch(/0001_more\.sql.*--migrate/);
  expect(remoteRefusals("production", READY, { ...remote, migrate: true })).toEqual([]);
});

test("a checkout older than the database is refused by migration without --older", () => {
  const remote = { ...REMOTE, newerMigrations: ["0010_later.sql", "0011_last.sql"] };
  const refused = remoteRefusals("staging", READY, { ...remote, migrate: true });
  expect(refused).toEqual([
    expect.stringMatching(
      /^The database has 0010_later\.sql, 0011_last\.sql, .*staging --older\.$/,
    ),
  ]);
  expect(remoteRefusals("staging", READY, { ...remote, older: true })).toEqual([]);
});

test("pending migrations are read from wrangler's table", () => {
  const names = [
    "0000_initial.sql",
    "0001_more-of-it.sql",
    "10000_later.sql",
    "0011_add maß (2).sql",
  ];
  const table = ["Name", ...names].map((name) => `│ ${name.padEnd(20)}│\n`).join("");
  expect(parsePendingMigrations(`Migrations to be applied:\n${table}`)).toEqual(names);
  expect(parsePendingMigrations("No migrations to apply!")).toEqual([]);
});

test.each(DEPLOY_ENVIRONMENTS)("%s has a route for every host of the brand", async (env) => {
  const { hosts, brandHosts } = await readDeployConfig(env);
  expect(hosts.toSorted()).toEqual(brandHosts.toSorted());
});

test.each(DEPLOY_ENVIRONMENTS)("%s has no page host of another environment", async (env) => {
  expect((await readDeployConfig(env)).misnamedHosts).toEqual([]);
});

test.each(DEPLOY_ENVIRONMENTS)("%s names its required secrets", async (env) => {
  const { requiredSecrets } = await readDeployConfig(env);
  expect(requiredSecrets).toEqual(expect.arrayContaining(READY.requiredSecrets));
});

test.each([
  [[], "No environment given."],
  [["--env", "development"], 'There is no environment "development".'],
  [["--dry-run"], "No environment given."],
  [["production"], "Unexpected argument 'production'"],
  [["--evn", "staging"], "Unknown option '--evn'"],
])("a deploy that names no environment is refused: %j", (args, reason) => {
  const run = spawnSync(nodePath, ["tools/deploy/deploy.ts", ...args], {
    cwd: root,
    encoding: "utf8",
  });
  expect(run.status).toBe(1);
  expect(run.stderr).toContain(`\nThe deploy stopped.\n${reason}`);
  expect(run.stderr).toContain("Run npm run deploy -- --env production or --env staging.\n");
});
