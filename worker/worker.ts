import { ERRORS, type ErrorBody } from "#schema/api/errors.ts";
import { app } from "./app.ts";
import { makePasswords } from "./auth/passwords.ts";
import { systemClock } from "./clock.ts";
import { runScheduled } from "./cron/cron.service.ts";
import { depsMaker, type WorkerOptions } from "./deps.ts";
import { ConfigError, type Env } from "./env.ts";
import { API_HEADERS } from "./http/security-headers.ts";
import { log } from "./log.ts";

/** What is wrong with the configuration is the operator's to read, in the log; on this machine also in the answer. */
function refuseToStart(error: ConfigError, { ENVIRONMENT }: Env): Response {
  const requestId = crypto.randomUUID();
  log("error", "configuration", { requestId, message: error.message });
  const body: ErrorBody = {
    success: false,
    error: "internal.error",
    message: ENVIRONMENT === "development" ? error.message : ERRORS["internal.error"][1],
    requestId,
  };
  const headers = { ...API_HEADERS, "Cache-Control": "no-store", "X-Request-Id": requestId };
  return Response.json(body, { status: 500, headers });
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
        if (error instanceof ConfigError) return refuseToStart(error, env);
        throw error;
      }
    },
    async scheduled(controller: ScheduledController, env: Env, ctx: ExecutionContext) {
      await runScheduled(controller.cron, makeDeps(env, ctx));
    },
  };
}
