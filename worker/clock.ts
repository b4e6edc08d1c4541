/** Time, ids and randomness, so that a test can say what they are. */
export interface Clock {
  now(): number;
  uuid(): string;
  randomBytes(length: number): Uint8Array;
  /** From 0 up to 1: jitter. */
  random(): number;
  sleep(ms: number): Promise<void>;
  /** Aborts after real time, whatever now() says: what a call to another server is held to. */
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
