import type { MiddlewareHandler } from "hono";
import { AppError } from "#worker/errors.ts";
import type { AppEnv } from "./context.ts";

/** Just past the source's own 12 s, whose error says more. */
const ANSWER_MS = 12_300;

/** Whatever hangs behind it, an answer comes within its time: late is said, never waited out. */
export const answerInTime: MiddlewareHandler<AppEnv> = async (_, next) => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new AppError("internal.unavailable", { retryAfterSeconds: 2 })),
    ANSWER_MS,
  );
  try {
    await Promise.race([next(), late]);
  } finally {
    clearTimeout(timer);
  }
};
