import { app } from "./app.ts";
import { makePasswords } from "./auth/passwords.ts";
import { systemClock } from "./clock.ts";
import { runScheduled } from "./cron/cron.service.ts";
import { depsMaker, type WorkerOptions } from "./deps.ts";
import { ConfigError, type Env } from "./env.ts";
import { log } from "./log.ts";

/** A wrong configuration is said to the operator, in the log and in the answer, before any work. */
function refuseToStart(error: ConfigError): Response {
  log("error", "configuration", { message: error.message });
  return Response.json(
    { success: false, error: "internal.error", message: error.message, requestId: "" },
    { status: 500, headers: { "Cache-Control": "no-store" } },
  );
}

export function createWorker(options: WorkerOptions = {}) {
  const makeDeps = depsMaker({
    clock: options.clock ?? systemClock,
    fetch: options.fetch ?? ((url: string, init?: RequestInit) => fetch(url, init)),
    sample: options.sample ?? null,
    passwords: makePasswords(),
  });
  return {
    async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
      try {
        const deps = makeDeps(env, ctx);
        return await app.fetch(request, { deps }, ctx);
      } catch (error) {
        if (error instanceof ConfigError) return refuseToStart(error);
        throw error;
      }
    },
    async scheduled(controller: ScheduledController, env: Env, ctx: ExecutionContext) {
      await runScheduled(controller.cron, makeDeps(env, ctx));
    },
  };
}
