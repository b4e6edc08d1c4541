import { sampleWorld } from "#sample/world.ts";
import type { Env } from "#worker/env.ts";
import { forgetCacheEntries } from "#worker/cache/read-through.ts";
import { createWorker } from "#worker/worker.ts";

const worker = createWorker({ sample: sampleWorld });

/** The Worker with a switch that empties isolate memory for a request, as in a new isolate. */
export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    if (request.headers.has("X-Bench-Forget")) forgetCacheEntries();
    return worker.fetch(request, env, ctx);
  },
};
