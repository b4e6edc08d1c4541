import { readdirSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { nodePath, root } from "#tools/install.mjs";
import type { Account } from "./cloudflare-stand-in.ts";

/** Every migration of the product, and the secrets that a deploy needs. */
export const MIGRATIONS = readdirSync(join(root, "migrations")).filter((name) =>
  name.endsWith(".sql"),
);
export const SECRETS = ["ADMIN_PASSWORD_HASH", "ADMIN_JWT_SECRET"];

/** Points the real wrangler to a stand-in for Cloudflare's API. Returns a function that lists the calls. */
export async function startAccount(account: Account): Promise<() => string> {
  const script = join(import.meta.dirname, "cloudflare-stand-in.ts");
  const api = spawn(nodePath, [script, JSON.stringify(account)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    api.kill();
    vi.unstubAllEnvs();
  });
  let calls = "";
  api.stdout.on("data", (chunk: Buffer) => {
    calls += chunk.toString();
  });
  await once(api.stdout, "data");
  vi.stubEnv("CLOUDFLARE_API_BASE_URL", `http://127.0.0.1:${Number.parseInt(calls, 10)}`);
  vi.stubEnv("CLOUDFLARE_API_TOKEN", "a-token");
  vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", "0123456789abcdef0123456789abcdef");
  return () => calls;
}
