import type { D1Migration } from "@cloudflare/vitest-plugin";
import type { Env as WorkerEnv } from "#worker/env.ts";
import type { CallBudget } from "#worker/call-budget/durable-object.ts";

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      TEST_MIGRATIONS: D1Migration[];
      CALL_BUDGET_UNDER_TEST: DurableObjectNamespace<CallBudget>;
      /** Stands for a read replica of DB (lagging-d1.ts). */
      REPLICA_UNDER_TEST: D1Database;
      COST_HEARTS: string;
      WRANGLER_TOML: string;
    }
  }
}
