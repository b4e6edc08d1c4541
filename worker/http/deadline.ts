import type { MiddlewareHandler } from "hono";
import { AppError } from "#worker/errors.ts";
import type { AppContext, AppEnv } from "./context.ts";

/** Just past the source's own 12 s, whose error says more. */
const ANSWER_MS = 12_300;
/** Turns of the microtask queue: an answer that waits for nothing outside takes fewer. */
const TURNS = 60;

/** Setting a timer is a good part of the smallest answers' cost: those have none. */
async function isDoneAtOnce(c: AppContext, work: Promise<unknown>): Promise<boolean> {
  if (c.req.method !== "GET") return false;
  const state = { isDone: false };
  const mark = () => (state.isDone = true);
  void work.then(mark, mark);
  for (let turn = 0; turn < TURNS && !state.isDone; turn += 1) await Promise.resolve();
  return state.isDone;
}

/** Whatever hangs behind it, an answer comes within its time: late is said, never waited out. */
export const answerInTime: MiddlewareHandler<AppEnv> = async (c, next) => {
  const work = next();
  if (await isDoneAtOnce(c, work)) return;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new AppError("internal.unavailable", { retryAfterSeconds: 2 })),
    ANSWER_MS,
  );
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
