import type { ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ErrorBody, ErrorCode } from "#schema/api/errors.ts";
import { AppError } from "#worker/errors.ts";
import { isDatabaseFailure } from "#worker/lib/guarded.ts";
import { errorFields, log } from "#worker/lib/log.ts";
import type { AppEnv } from "./context.ts";

/** Rate limits and wrong admin passwords are logged once per code within this time. */
const REFUSAL_LOG_INTERVAL_MS = 10_000;
const refusalLoggedAt = new Map<ErrorCode, number>();

function isLoggedRefusal({ status, code }: AppError, now: number): boolean {
  if (status !== 429 && code !== "admin.invalid_credentials") return false;
  const isNew = now - (refusalLoggedAt.get(code) ?? -Infinity) >= REFUSAL_LOG_INTERVAL_MS;
  if (isNew) refusalLoggedAt.set(code, now);
  return isNew;
}

/** Turns every error of a route into its response; worker.ts answers configuration errors. */
export const onError: ErrorHandler<AppEnv> = (error, c) => {
  const known = error instanceof AppError ? error : translate(error);
  if (known.status >= 500) {
    const { dependency } = errorFields(known);
    log("error", "request_failed", {
      code: known.code,
      ...errorFields(error instanceof AppError ? (error.cause ?? error) : error),
      dependency,
    });
  } else if (isLoggedRefusal(known, c.env.deps.clock.now())) {
    const { dependency } = errorFields(known);
    log("warn", "refused", { code: known.code, dependency });
  }
  const body: ErrorBody = {
    success: false,
    error: known.code,
    message: known.message,
    ...(known.fields && { fields: known.fields }),
    requestId: c.get("requestId") ?? "",
  };
  if (known.retryAfterSeconds !== undefined) {
    c.header("Retry-After", String(Math.max(1, Math.ceil(known.retryAfterSeconds))));
  }
  // RFC 6750. No scheme is registered for cookies, so the 401 of a session names none.
  if (known.code === "admin.required") c.header("WWW-Authenticate", "Bearer");
  return c.json(body, known.status as ContentfulStatusCode);
};

function translate(error: unknown): AppError {
  // Only Hono's validator throws this class, for a body that is not JSON.
  if (error instanceof HTTPException && error.status === 400) {
    return new AppError("http.invalid_json", { cause: error });
  }
  if (isDatabaseFailure(error)) {
    return new AppError("internal.unavailable", { cause: error, retryAfterSeconds: 2 });
  }
  return new AppError("internal.error", { cause: error });
}
