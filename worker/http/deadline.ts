import type { MiddlewareHandler } from "hono";
import { AppError } from "#worker/errors.ts";
import { withTimeout } from "#worker/lib/with-timeout.ts";
import type { AppContext, AppEnv } from "./context.ts";

/** Just above the source's 12 s (MAX_UPSTREAM_MS), whose error is more specific. */
const RESPONSE_TIMEOUT_MS = 12_300;
/** A response without I/O is done within fewer turns of the microtask queue. */
const MAX_TURNS = 60;

/** A timer would cost a third of the smallest responses, so responses without I/O get none (decision 017). */
async function isDoneWithoutWaiting(c: AppContext, work: Promise<unknown>): Promise<boolean> {
  if (c.req.method !== "GET") return false;
  const state = { isDone: false };
  const mark = () => (state.isDone = true);
  void work.then(mark, mark);
  for (let turn = 0; turn < MAX_TURNS && !state.isDone; turn += 1) await Promise.resolve();
  return state.isDone;
}

const lateError = (c: AppContext): AppError =>
  c.get("isBodyAwaited")
    ? new AppError("http.body_late")
    : new AppError("internal.unavailable", { retryAfterSeconds: 2 });

/** 503 when a response is late, 408 when the request's body is. */
export const withDeadline: MiddlewareHandler<AppEnv> = async (c, next) => {
  const work = next();
  if (await isDoneWithoutWaiting(c, work)) return;
  await withTimeout(RESPONSE_TIMEOUT_MS, work, () => lateError(c));
};
