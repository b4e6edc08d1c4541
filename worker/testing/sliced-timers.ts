const SLICE_MS = 10;
const SLICED = Symbol.for("timers in slices");

const original = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
/** The slice that runs now, by the handle of the first one. */
const running = new Map<number, number>();

type Callback = (...args: unknown[]) => void;

const start = (callback: Callback, delay: number): number =>
  Number(original.setTimeout.call(globalThis, callback, delay));

function slicedTimeout(callback: Callback, delay = 0, ...args: unknown[]): number {
  let left = delay;
  let handle = 0;
  const next = () => {
    left -= SLICE_MS;
    if (left > 0) return void running.set(handle, start(next, Math.min(SLICE_MS, left)));
    running.delete(handle);
    callback(...args);
  };
  handle = start(next, Math.min(SLICE_MS, delay));
  running.set(handle, handle);
  return handle;
}

function clearSliced(handle?: number | null): void {
  if (handle === undefined || handle === null) return;
  original.clearTimeout.call(globalThis, running.get(handle) ?? handle);
  running.delete(handle);
}

/**
 * The Worker's limits of 250 to 2,000 ms are real timers. On a busy machine one that is due after a stall fires before
 * the answer that came during the stall is read, and a test sees a timeout that no code caused. A timer in slices counts
 * only the time in which the event loop turned.
 */
export function sliceTimers(): void {
  // Each test file has modules of its own, over the same globals.
  if (SLICED in globalThis) return;
  Object.assign(globalThis, {
    setTimeout: slicedTimeout,
    clearTimeout: clearSliced,
    [SLICED]: true,
  });
}
