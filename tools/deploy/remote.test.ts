import { readdirSync } from "node:fs";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { fetchRemoteState, hasBucket, migrate, replicationNote, uploadVersion } from "./remote.ts";
import { nodePath, root } from "#tools/install.mjs";

let api: ChildProcess | undefined;

afterEach(() => {
  api?.kill();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Points the real wrangler to a stand-in of Cloudflare's API. Returns a function that lists its calls. */
async function startStandIn(account: {
  exists: boolean;
  secrets: string[];
  applied: string[];
  buckets?: string[];
  replication?: "auto" | "disabled";
  refusedSql?: string;
}) {
  const script = join(root, "tools/deploy/cloudflare-stand-in.ts");
  api = spawn(nodePath, [script, JSON.stringify(account)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let calls = "";
  api.stdout?.on("data", (chunk: Buffer) => {
    calls += chunk.toString();
  });
  if (api.stdout) await once(api.stdout, "data");
  vi.stubEnv("CLOUDFLARE_API_BASE_URL", `http://127.0.0.1:${Number.parseInt(calls, 10)}`);
  vi.stubEnv("CLOUDFLARE_API_TOKEN", "a-token");
  vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", "0123456789abcdef0123456789abcdef");
  return () => calls;
}

const MIGRATIONS = readdirSync(join(root, "migrations")).filter((name) => name.endsWith(".sql"));
/** The stand-in's lines come through a pipe: a busy machine reads them late. */
const BUSY = { timeout: 30_000 };
const SECRETS = ["ADMIN_PASSWORD_HASH", "ADMIN_JWT_SECRET"];

test("secrets and applied migrations are read from the account", async () => {
  await startStandIn({ exists: true, secrets: SECRETS, applied: MIGRATIONS });
  expect(fetchRemoteState("production", null)).toEqual({
    secrets: SECRETS,
    hasBucket: false,
    pendingMigrations: [],
  });
});

test("before the first deploy no secret is set and every migration is pending; a bucket may be there", async () => {
  const buckets = ["unearth-backups-production-old", "unearth-backups-production"];
  await startStandIn({ exists: false, secrets: [], applied: [], buckets });
  const state = fetchRemoteState("production", "unearth-backups-production");
  expect(state.secrets).toEqual([]);
  expect(state.pendingMigrations).toContain("0000_initial.sql");
  expect(state.hasBucket).toBe(true);
});

test("a bucket whose name only begins like the bound one is another", async () => {
  const buckets = ["unearth-backups-production-old", "unearth-backups-production"];
  await startStandIn({ exists: true, secrets: SECRETS, applied: MIGRATIONS, buckets });
  expect(hasBucket("unearth-backups")).toBe(false);
});

test("a bucket is found also where the environment forces colours", async () => {
  const buckets = ["unearth-backups-production"];
  await startStandIn({ exists: true, secrets: SECRETS, applied: MIGRATIONS, buckets });
  vi.stubEnv("FORCE_COLOR", "1");
  expect(hasBucket("unearth-backups-production")).toBe(true);
});

test.each(["debug", "error"])(
  "secrets, migrations and replication are read also where WRANGLER_LOG is %s",
  async (level) => {
    const applied = MIGRATIONS.slice(0, -1);
    await startStandIn({ exists: true, secrets: SECRETS, applied, replication: "auto" });
    vi.stubEnv("WRANGLER_LOG", level);
    const state = fetchRemoteState("production", null);
    expect(state.secrets).toEqual(SECRETS);
    expect(state.pendingMigrations).toEqual(MIGRATIONS.slice(-1));
    expect(replicationNote("production")).toContain("Read replication is on");
  },
);

test("migrating records a restore point before the first statement", async () => {
  const calls = await startStandIn({ exists: true, secrets: SECRETS, applied: [] });
  migrate("production");
  await vi.waitFor(() => expect(calls()).toContain("CREATE TABLE `app_user`"), BUSY);
  expect(calls().indexOf("/time_travel/bookmark")).toBeLessThan(
    calls().indexOf("CREATE TABLE `app_user`"),
  );
});

test("a failed migration leaves its restore point on the screen", async () => {
  const refusedSql = "CREATE TABLE `app_user`";
  await startStandIn({ exists: true, secrets: SECRETS, applied: [], refusedSql });
  const printed = vi.spyOn(console, "log");
  expect(() => migrate("production")).toThrow("Applying the migrations failed");
  expect(printed.mock.calls.join()).toContain("--bookmark=00000001-0000-restore");
});

test("the rollback is printed after a deploy that succeeded, and only then", () => {
  const printed = vi.spyOn(console, "log");
  expect(() => uploadVersion("production", ["--no-such-option"])).toThrow("Deploying failed");
  expect(printed).not.toHaveBeenCalled();
  uploadVersion("production", ["--help"]);
  expect(printed).toHaveBeenLastCalledWith(
    "To roll back:\n  npx wrangler rollback --env production",
  );
});

test("the deploy says whether read replication is on, and what to do where it is not", async () => {
  const account = { exists: true, secrets: SECRETS, applied: MIGRATIONS };
  await startStandIn({ ...account, replication: "auto" });
  expect(replicationNote("production")).toContain("Read replication is on");
  api?.kill();
  await startStandIn({ ...account, replication: "disabled" });
  expect(replicationNote("production")).toMatch(/^Read replication is off: .*docs\/operations\.md/);
  api?.kill();
  await startStandIn(account);
  expect(replicationNote("production")).toMatch(/^Whether read replication is on is not known/);
});
