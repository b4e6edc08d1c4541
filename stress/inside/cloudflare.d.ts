import type { D1Migration } from "@cloudflare/vitest-plugin";
import type { Env as WorkerEnv } from "#worker/env.ts";

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      /** What `npm run stress` asks for; empty in npm test. */
      FUZZ_SEED: string;
      FUZZ_CASES: string;
      TEST_MIGRATIONS: D1Migration[];
    }
  }
}
