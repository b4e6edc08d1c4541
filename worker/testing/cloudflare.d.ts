import type { D1Migration } from "@cloudflare/vitest-plugin";
import type { Env as WorkerEnv } from "#worker/env.ts";
import type { QuotaDesk } from "#worker/quota-desk.ts";

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      TEST_MIGRATIONS: D1Migration[];
      DESK_UNDER_TEST: DurableObjectNamespace<QuotaDesk>;
      COST_HEARTS: string;
      WRANGLER_TOML: string;
    }
  }
}
