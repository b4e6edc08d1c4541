import type { ErrorHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ErrorBody, ErrorCode } from "#schema/api/errors.ts";
import { AppError } from "#worker/errors.ts";
import { isDatabaseFailure } from "#worker/guarded.ts";
import { errorFields, log } from "#worker/log.ts";
import type { AppEnv } from "./context.ts";

/** A limit that is reached, or a guess at the admin's password, is worth a line, a flood of refusals not one each. */
const REFUSAL_EVERY_MS = 10_000;
const refusalLoggedAt = new Map<ErrorCode, number>();

function isNewRefusal({ status, code }: AppError, now: number): boolean {
  if (status !== 429 && code !== "admin.invalid_credentials") return false;
  const isNew = now - (refusalLoggedAt.get(code) ?? -Infinity) >= REFUSAL_EVERY_MS;
  if (isNew) refusalLoggedAt.set(code, now);
  return isNew;
}

/** The only place that turns errors into answers. */
export const onError: ErrorHandler<AppEnv> = (error, c) => {
  const requestId = c.get("requestId") ?? "";
  const known = error instanceof AppError ? error : translate(error);
  if (known.status >= 500) {
    log("error", "request_failed", {
      requestId,
      route: c.req.routePath,
      code: known.code,
      ...errorFields(error instanceof AppError ? (error.cause ?? error) : error),
    });
  } else if (isNewRefusal(known, c.env.deps.clock.now())) {
    log("warn", "refused", { requestId, route: c.req.routePath, code: known.code });
  }
  const body: ErrorBody = {
    success: false,
    error: known.code,
    message: known.message,
    ...(known.fields && { fields: known.fields }),
    requestId,
  };
  if (known.retryAfterSeconds !== undefined) {
    c.header("Retry-After", String(Math.max(1, Math.ceil(known.retryAfterSeconds))));
  }
  return c.json(body, known.status as ContentfulStatusCode);
};

function translate(error: unknown): AppError {
  if (isDatabaseFailure(error)) {
    return new AppError("internal.unavailable", { cause: error, retryAfterSeconds: 2 });
  }
  return new AppError("internal.error", { cause: error });
}
