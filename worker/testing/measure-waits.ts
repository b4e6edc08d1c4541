import { AsyncLocalStorage } from "node:async_hooks";

interface Waits {
  ms: number;
}

const scope = new AsyncLocalStorage<Waits>();
const original = { setTimeout: globalThis.setTimeout, timeout: AbortSignal.timeout };
let scopes = 0;

/** Concurrent timers overlap: each ends at its start plus its delay. */
function timerEnd(delay: number): () => void {
  const waits = scope.getStore();
  const end = (waits?.ms ?? 0) + delay;
  return () => {
    if (waits) waits.ms = Math.max(waits.ms, end);
  };
}

const countedTimeout = (callback: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) => {
  const ended = timerEnd(delay);
  const fire = () => {
    ended();
    callback(...args);
  };
  return original.setTimeout.call(globalThis, fire, delay);
};

function countedSignal(delay: number): AbortSignal {
  const signal = original.timeout.call(AbortSignal, delay);
  signal.addEventListener("abort", timerEnd(delay));
  return signal;
}

/**
 * Measures how long `work` waited for timers. It counts fired timers with their nominal delay, so a busy machine does
 * not change the result.
 */
export async function waited<T>(work: () => Promise<T>): Promise<{ result: T; waitedMs: number }> {
  const waits = { ms: 0 };
  scopes += 1;
  Object.assign(globalThis, { setTimeout: countedTimeout });
  AbortSignal.timeout = countedSignal;
  try {
    const result = await scope.run(waits, work);
    return { result, waitedMs: waits.ms };
  } finally {
    scopes -= 1;
    if (scopes === 0) {
      Object.assign(globalThis, { setTimeout: original.setTimeout });
      AbortSignal.timeout = original.timeout;
    }
  }
}
