/** Time, ids and randomness, as a port so that tests can set them. */
export interface Clock {
  now(): number;
  uuid(): string;
  randomBytes(length: number): Uint8Array;
  /** From 0 up to but not including 1, for jitter. */
  random(): number;
  sleep(ms: number): Promise<void>;
  /** Aborts after real time, independent of now(); for calls to other servers. */
  timeout(ms: number): AbortSignal;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  uuid: () => crypto.randomUUID(),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  random: () => Math.random(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  timeout: (ms) => AbortSignal.timeout(ms),
};
