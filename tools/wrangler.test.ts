import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { root } from "./files.ts";
import { backupBucket, readWranglerConfig } from "./wrangler.ts";

afterEach(() => vi.unstubAllEnvs());

test("local development is read from the top level, also where CLOUDFLARE_ENV names an environment", async () => {
  vi.stubEnv("CLOUDFLARE_ENV", "staging");
  const config = await readWranglerConfig(join(root, "wrangler.toml"), null);
  expect(config.vars["ENVIRONMENT"]).toBe("development");
  expect(backupBucket(config)).not.toBeNull();
});
