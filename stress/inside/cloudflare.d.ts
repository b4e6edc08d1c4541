import type { D1Migration } from "@cloudflare/vitest-plugin";
import type { Env as WorkerEnv } from "#worker/env.ts";

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      /** Set by `npm run stress`; empty in npm test. */
      FUZZ_SEED: string;
      FUZZ_CASES: string;
      TEST_MIGRATIONS: D1Migration[];
    }
  }
}
