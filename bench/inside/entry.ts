import { sampleWorld } from "#sample/world.ts";
import type { Env } from "#worker/env.ts";
import { forget } from "#worker/source/cache.ts";
import { createWorker } from "#worker/worker.ts";

export { QuotaDesk } from "#worker/quota-desk.ts";

const worker = createWorker({ sample: sampleWorld });

/** The Worker as it is, with one handle: a request can find its isolate's memory empty, as a new one's is. */
export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    if (request.headers.has("X-Bench-Forget")) forget();
    return worker.fetch(request, env, ctx);
  },
};
