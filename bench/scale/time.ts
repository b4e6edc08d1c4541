/** Simulated time: it moves only when told to, and wakes what was due on the way. */
export class SimulatedTime {
  now: number;
  #due: { at: number; wake: () => void }[] = [];

  constructor(start: number) {
    this.now = start;
  }

  after(ms: number): Promise<void> {
    return new Promise((wake) => {
      const at = this.now + ms;
      let place = this.#due.length;
      while (place > 0 && (this.#due[place - 1]?.at ?? 0) > at) place -= 1;
      this.#due.splice(place, 0, { at, wake });
    });
  }

  /** Everything that is due by then happens at its own moment, one after the other. */
  async advanceTo(then: number): Promise<void> {
    for (let next = this.#due[0]; next && next.at <= then; next = this.#due[0]) {
      this.#due.shift();
      this.now = next.at;
      next.wake();
      await settled();
    }
    this.now = then;
  }
}

/** Lets every promise that can go on do so. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
