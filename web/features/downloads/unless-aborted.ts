/** Resolves like `work`, but rejects as soon as `signal` is aborted. For work that cannot be stopped. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    const forget = () => signal.removeEventListener("abort", stop);
    work.then(resolve, reject).finally(forget);
  });
}
