/** Only advanceTo() moves this clock. */
export class SimulatedTime {
  now: number;
  #timers: { at: number; resolve: () => void }[] = [];

  constructor(start: number) {
    this.now = start;
  }

  after(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const at = this.now + ms;
      let place = this.#timers.length;
      while (place > 0 && (this.#timers[place - 1]?.at ?? 0) > at) place -= 1;
      this.#timers.splice(place, 0, { at, resolve });
    });
  }

  /** Resolves all timers due by then, in order, each at its own time. */
  async advanceTo(then: number): Promise<void> {
    for (let next = this.#timers[0]; next && next.at <= then; next = this.#timers[0]) {
      this.#timers.shift();
      this.now = next.at;
      next.resolve();
      await settled();
    }
    this.now = then;
  }
}

/** Resolves after all pending microtasks. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
