const SHORTEST_SLICE_MS = 10;
/** workerd fires one timer per millisecond, so more slices would delay each other. */
const MOST_SLICES = 20;
const HURRY = 10;
const SLICED: unique symbol = Symbol.for("timers in slices");

const original = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  timeout: AbortSignal.timeout,
};
/** First slice's handle to the current slice's handle. */
const running = new Map<number, number>();

type Callback = (...args: unknown[]) => void;

/** Counts running hurried() calls. Kept on globalThis, because every test file has its own module instances. */
const state = (globalThis as { [SLICED]?: { hurries: number } })[SLICED] ?? { hurries: 0 };

const start = (callback: Callback, delay: number): number =>
  Number(original.setTimeout.call(globalThis, callback, delay));

const startSlice = (callback: Callback, delay: number): number =>
  start(callback, state.hurries > 0 ? delay / HURRY : delay);

function slicedTimeout(callback: Callback, delay = 0, ...args: unknown[]): number {
  const slice = Math.max(SHORTEST_SLICE_MS, delay / MOST_SLICES);
  let left = delay;
  let handle = 0;
  const next = () => {
    left -= slice;
    if (left > 0) return void running.set(handle, startSlice(next, Math.min(slice, left)));
    running.delete(handle);
    callback(...args);
  };
  handle = startSlice(next, Math.min(slice, delay));
  running.set(handle, handle);
  return handle;
}

function clearSliced(handle?: number | null): void {
  if (handle === undefined || handle === null) return;
  original.clearTimeout.call(globalThis, running.get(handle) ?? handle);
  running.delete(handle);
}

/** AbortSignal.timeout() with a sliced timer. */
function slicedSignal(delay: number): AbortSignal {
  if (state.hurries === 0) return original.timeout.call(AbortSignal, delay);
  const controller = new AbortController();
  const error = new DOMException("The operation was aborted due to timeout", "TimeoutError");
  slicedTimeout(() => controller.abort(error), delay);
  return controller.signal;
}

/**
 * The Worker's timeouts of 250 to 2,000 ms are real timers. After a stall of a busy machine, a due timer fires before
 * an answer that arrived during the stall is read, so a test sees a false timeout. A sliced timer counts only time in
 * which the event loop ran.
 */
export function sliceTimers(): void {
  // Every test file has its own module instances but the same globals.
  if (SLICED in globalThis) return;
  Object.assign(globalThis, {
    setTimeout: slicedTimeout,
    clearTimeout: clearSliced,
    [SLICED]: state,
  });
  AbortSignal.timeout = slicedSignal;
}

/**
 * Runs `work` with timers ten times as fast, for tests that wait for a timeout. Timers end in the same order and after
 * as many turns of the event loop; waited() counts their full delay.
 */
export async function hurried<T>(work: () => Promise<T>): Promise<T> {
  state.hurries += 1;
  try {
    return await work();
  } finally {
    state.hurries -= 1;
  }
}
