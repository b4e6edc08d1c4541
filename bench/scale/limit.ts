import type { SimulatedTime } from "./time.ts";

/** The limit in wrangler.toml. */
const CALLS = 30;
const WINDOW_MS = 60_000;

/** The rate limit binding of one location, which counts each key by the minute. */
export class SimulatedLimit {
  readonly #time: SimulatedTime;
  #window = 0;
  #counts = new Map<string, number>();

  constructor(time: SimulatedTime) {
    this.#time = time;
  }

  async limit({ key }: { key: string }): Promise<{ success: boolean }> {
    const window = Math.floor(this.#time.now / WINDOW_MS);
    if (window !== this.#window) this.#counts = new Map();
    this.#window = window;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return { success: count <= CALLS };
  }
}
