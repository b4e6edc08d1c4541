import type { Clock } from "#worker/clock.ts";

interface IsolateCacheOptions {
  freshMs: number;
  /** After a failed load the stale value is used for this long before the next try. */
  retryMs?: number;
  /** Called with the error that a stale value stands in for. */
  onFailure?: (error: unknown) => void;
  /** At this number a new key drops all entries. */
  maxEntries?: number;
}

interface CacheOwner {
  d1: D1Database;
  clock: Pick<Clock, "now">;
}

/** Each request has a RequestDatabase of its own, over one binding. */
const bindingOf = (d1: D1Database & { binding?: D1Database }): D1Database => d1.binding ?? d1;

interface HeldValue<T> {
  value: T;
  freshUntil: number;
}

/**
 * A few values from the database that an isolate keeps for a short time. They belong to a database, so that tests
 * with databases of their own do not share them.
 */
export class IsolateCache<T> {
  readonly #options: IsolateCacheOptions;
  readonly #databases = new WeakMap<D1Database, Map<string, HeldValue<T>>>();

  constructor(options: IsolateCacheOptions) {
    this.#options = options;
  }

  /** The fresh value, else what `load` gives; `load` may return the stale value it is given. */
  async read(
    owner: CacheOwner,
    key: string,
    load: (stale: T | undefined) => Promise<T>,
  ): Promise<T> {
    const held = this.#databases.get(bindingOf(owner.d1))?.get(key);
    if (held && owner.clock.now() < held.freshUntil) return held.value;
    try {
      const value = await load(held?.value);
      this.set(owner, key, value);
      return value;
    } catch (error) {
      const { retryMs, onFailure } = this.#options;
      if (retryMs === undefined || !held) throw error;
      onFailure?.(error);
      this.set(owner, key, held.value, retryMs);
      return held.value;
    }
  }

  /** The value held, fresh or not. */
  held({ d1 }: Pick<CacheOwner, "d1">, key: string): T | undefined {
    return this.#databases.get(bindingOf(d1))?.get(key)?.value;
  }

  /** The value held if it is fresh. */
  fresh({ d1, clock }: CacheOwner, key: string): T | undefined {
    const held = this.#databases.get(bindingOf(d1))?.get(key);
    return held && clock.now() < held.freshUntil ? held.value : undefined;
  }

  set({ d1, clock }: CacheOwner, key: string, value: T, freshMs = this.#options.freshMs): void {
    const binding = bindingOf(d1);
    const entries = this.#databases.get(binding) ?? new Map<string, HeldValue<T>>();
    const isFull = entries.size >= (this.#options.maxEntries ?? Infinity);
    if (isFull && !entries.has(key)) entries.clear();
    entries.set(key, { value, freshUntil: clock.now() + freshMs });
    this.#databases.set(binding, entries);
  }

  clear({ d1 }: Pick<CacheOwner, "d1">): void {
    this.#databases.delete(bindingOf(d1));
  }
}
