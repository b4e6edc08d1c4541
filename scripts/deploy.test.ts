import { expect, test } from "vitest";
import {
  DEPLOY_ENVIRONMENTS,
  type DeployConfig,
  localRefusals,
  pendingMigrations,
  readDeployConfig,
  remoteRefusals,
} from "./deploy-checks.ts";
import { nodePath, root } from "./install.mjs";
import { spawnSync } from "node:child_process";

const READY: DeployConfig = {
  databaseIds: ["5f0e1f4c-6f51-4d0c-9a5b-0d3f6f6c9b11"],
  namespaceIds: ["0f2ac74b498b48028cb68387c421e279"],
  requiredSecrets: ["ADMIN_PASSWORD_HASH", "ADMIN_JWT_SECRET"],
  hosts: ["site.test", "api.site.test"],
  brandHosts: ["site.test", "api.site.test"],
  popularUsername: "somebody_real",
  links: ["https://site.test/chat"],
};

test("nothing stands against a deploy when all is set and committed", () => {
  expect(localRefusals("production", READY, [])).toEqual([]);
  const remote = { secrets: READY.requiredSecrets, pendingMigrations: [], migrate: false };
  expect(remoteRefusals("production", READY, remote)).toEqual([]);
});

test.each([
  ["a dirty tree", {}, [" M README.md"], "commit or stash"],
  [
    "a placeholder D1 id",
    { databaseIds: ["00000000-0000-0000-0000-000000000000"] },
    [],
    "d1 create",
  ],
  ["a placeholder KV id", { namespaceIds: ["0".repeat(32)] }, [], "kv namespace create"],
  ["a host without a route", { hosts: ["site.test"] }, [], "no route for api.site.test"],
  ["the sample's creator as the popular one", { popularUsername: "gemhunter" }, [], "agrees"],
  ["a link to nowhere", { links: ["https://example.com/x"] }, [], "your own links"],
  ["the placeholder domain", { brandHosts: ["unearth.example"] }, [], "schema/brand.ts"],
])("%s is refused with what to do", (_, change, dirty, advice) => {
  expect(localRefusals("production", { ...READY, ...change }, dirty).join()).toContain(advice);
});

test("a missing secret is refused by name", () => {
  const remote = { secrets: ["ADMIN_JWT_SECRET"], pendingMigrations: [], migrate: false };
  expect(remoteRefusals("staging", READY, remote)).toEqual([
    expect.stringContaining("npx wrangler secret put ADMIN_PASSWORD_HASH --env staging"),
  ]);
});

test("unapplied migrations are refused unless --migrate says to apply them", () => {
  const remote = { secrets: READY.requiredSecrets, pendingMigrations: ["0001_more.sql"] };
  const refused = remoteRefusals("production", READY, { ...remote, migrate: false });
  expect(refused.join()).toMatch(/0001_more\.sql.*--migrate/);
  expect(remoteRefusals("production", READY, { ...remote, migrate: true })).toEqual([]);
});

test("pending migrations are read from wrangler's table", () => {
  const table = "Migrations to be applied:\n│ Name │\n│ 0000_initial.sql │\n│ 0001_more.sql │\n";
  expect(pendingMigrations(table)).toEqual(["0000_initial.sql", "0001_more.sql"]);
  expect(pendingMigrations("No migrations to apply!")).toEqual([]);
});

test.each(DEPLOY_ENVIRONMENTS)("%s has a route for every host of the brand", async (env) => {
  const { hosts, brandHosts } = await readDeployConfig(env);
  expect(hosts.toSorted()).toEqual(brandHosts.toSorted());
});

test.each(DEPLOY_ENVIRONMENTS)("%s names the secrets it cannot do without", async (env) => {
  expect((await readDeployConfig(env)).requiredSecrets).toEqual(READY.requiredSecrets);
});

test.each([[[]], [["--env", "development"]], [["--dry-run"]]])(
  "a deploy that names no environment is refused: %j",
  (args) => {
    const run = spawnSync(nodePath, ["scripts/deploy.ts", ...args], {
      cwd: root,
      encoding: "utf8",
    });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain("--env production");
  },
);
