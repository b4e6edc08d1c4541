import { ERRORS, type ErrorBody } from "#schema/api/errors.ts";
import type { HealthResponse } from "#schema/api/health.ts";
import { app } from "./app.ts";
import { makePasswords } from "./auth/passwords.ts";
import { systemClock } from "./lib/clock.ts";
import { runScheduled } from "./jobs/runner.ts";
import { coloOf, depsMaker, type Deps } from "./deps.ts";
import { ConfigError, PUBLIC_ADMIN_HASH, type Env } from "./env.ts";
import { isLoopback } from "./http/origin.ts";
import { API_HEADERS } from "./http/security-headers.ts";
import { log } from "./lib/log.ts";
import { VERSION } from "./version.ts";

/** Health's answer to a monitor while the configuration is invalid. */
function healthWithoutConfig(env: Env): Response {
  const down = [...(env.DB ? [] : ["d1"]), ...(env.KV ? [] : ["kv"])];
  const body: HealthResponse = {
    status: "degraded",
    version: VERSION,
    commit: env.CF_VERSION_METADATA?.tag || null,
    source: "none",
    d1: env.DB ? "ok" : "down",
    kv: env.KV ? "ok" : "down",
    down,
    cron: {},
    runs: {},
    reasons: ["configuration"],
    degraded: [],
    lateJobs: [],
    recheck: { lastRun: null, oldestCheckedAt: null },
  };
  const headers = { ...API_HEADERS, "Cache-Control": "no-store" };
  return Response.json(body, { status: 503, headers });
}

/** Names the configuration error for the operator; responses do so in development only. */
const logConfigError = ({ message }: ConfigError, fields: { requestId?: string } = {}): void =>
  log("error", "configuration", { ...fields, message });

function configErrorResponse(error: ConfigError, env: Env, { pathname }: URL): Response {
  const { ENVIRONMENT } = env;
  const requestId = crypto.randomUUID();
  logConfigError(error, { requestId });
  if (pathname === "/api/health") return healthWithoutConfig(env);
  const body: ErrorBody = {
    success: false,
    error: "internal.error",
    message: ENVIRONMENT === "development" ? error.message : ERRORS["internal.error"][1],
    requestId,
  };
  const headers = { ...API_HEADERS, "Cache-Control": "no-store", "X-Request-Id": requestId };
  return Response.json(body, { status: 500, headers });
}

/** Origin, with a slash, of the last request to a loopback host: saves parsing the next one. */
let loopbackOrigin: string | null = null;

/** A development configuration deployed by mistake serves nothing, because its admin password is public. */
function refusePublicPassword(request: Request, { config }: Deps): void {
  if (config.admin?.passwordHash !== PUBLIC_ADMIN_HASH) return;
  if (loopbackOrigin !== null && request.url.startsWith(loopbackOrigin)) return;
  const { hostname, origin } = new URL(request.url);
  if (isLoopback(hostname)) {
    loopbackOrigin = `${origin}/`;
    return;
  }
  throw new ConfigError(
    "ADMIN_PASSWORD_HASH is the public one of local development, which works on a loopback address only: npm run admin:hash makes your own",
  );
}

export function createWorker({
  sample = null,
  fetch: send = (url, init) => fetch(url, init),
}: Partial<Pick<Deps, "sample" | "fetch">> = {}) {
  const passwords = makePasswords();
  const makeDeps = depsMaker({ clock: systemClock, fetch: send, sample, passwords });
  return {
    async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
      try {
        const deps = makeDeps(env, ctx, () => coloOf(request));
        refusePublicPassword(request, deps);
        return await app.fetch(request, { deps }, ctx);
      } catch (error) {
        if (error instanceof ConfigError) {
          return configErrorResponse(error, env, new URL(request.url));
        }
        throw error;
      }
    },
    async scheduled(controller: ScheduledController, env: Env, ctx: ExecutionContext) {
      try {
        await runScheduled(controller.cron, makeDeps(env, ctx));
      } catch (error) {
        // No job runs, so no alert is sent either: the log and health alone say it.
        if (error instanceof ConfigError) logConfigError(error);
        throw error;
      }
    },
  };
}
