import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { migrate, remoteState } from "./deploy-remote.ts";
import { nodePath, root } from "./install.mjs";

let api: ChildProcess | undefined;

afterEach(() => {
  api?.kill();
  vi.unstubAllEnvs();
});

/** The real wrangler talks to a stand-in of Cloudflare's API. Returns the calls it got so far. */
async function standIn(account: { exists: boolean; secrets: string[]; applied: string[] }) {
  const script = join(root, "scripts/testing/cloudflare-api.ts");
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

const SECRETS = ["ADMIN_PASSWORD_HASH", "ADMIN_JWT_SECRET"];

test("secrets and applied migrations are read from the account", async () => {
  await standIn({ exists: true, secrets: SECRETS, applied: ["0000_initial.sql"] });
  expect(remoteState("production")).toEqual({ secrets: SECRETS, pendingMigrations: [] });
});

test("before the first deploy no secret is set and every migration is pending", async () => {
  await standIn({ exists: false, secrets: [], applied: [] });
  const { secrets, pendingMigrations } = remoteState("production");
  expect(secrets).toEqual([]);
  expect(pendingMigrations).toContain("0000_initial.sql");
});

test("migrating notes a restore point before the first statement", async () => {
  const calls = await standIn({ exists: true, secrets: SECRETS, applied: [] });
  const restore = migrate("production");
  expect(restore).toContain("--bookmark=00000001-0000-restore");
  await vi.waitFor(() => expect(calls()).toContain("CREATE TABLE `app_user`"));
  expect(calls().indexOf("/time_travel/bookmark")).toBeLessThan(
    calls().indexOf("CREATE TABLE `app_user`"),
  );
});
