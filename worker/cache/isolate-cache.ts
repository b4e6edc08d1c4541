import type { Clock } from "#worker/lib/clock.ts";

interface IsolateCacheOptions {
  freshMs: number;
  /** At this number a new key drops all entries. */
  maxEntries?: number;
}

interface CacheOwner {
  /** Every request has its own RequestDatabase over the same binding. */
  database: { binding: D1Database };
  clock: Pick<Clock, "now">;
}

interface HeldValue<T> {
  value: T;
  freshUntil: number;
}

/** Short-lived copies of database values in isolate memory, per database: tests with their own databases share none. */
export class IsolateCache<T> {
  readonly #options: IsolateCacheOptions;
  readonly #databases = new WeakMap<D1Database, Map<string, HeldValue<T>>>();

  constructor(options: IsolateCacheOptions) {
    this.#options = options;
  }

  /**
   * Returns the fresh value, else the result of `load`, which may return its argument, the stale value. `freshMsOf`
   * replaces the cache's `freshMs` for some results.
   */
  async read(
    owner: CacheOwner,
    key: string,
    load: (stale: T | undefined) => Promise<T>,
    freshMsOf: (value: T) => number | undefined = () => undefined,
  ): Promise<T> {
    const fresh = this.fresh(owner, key);
    if (fresh !== undefined) return fresh;
    const value = await load(this.held(owner, key));
    this.set(owner, key, value, freshMsOf(value));
    return value;
  }

  /** The cached value, fresh or not. */
  held({ database }: Pick<CacheOwner, "database">, key: string): T | undefined {
    return this.#databases.get(database.binding)?.get(key)?.value;
  }

  fresh({ database, clock }: CacheOwner, key: string): T | undefined {
    const held = this.#databases.get(database.binding)?.get(key);
    return held && clock.now() < held.freshUntil ? held.value : undefined;
  }

  set(
    { database, clock }: CacheOwner,
    key: string,
    value: T,
    freshMs = this.#options.freshMs,
  ): void {
    const { binding } = database;
    const entries = this.#databases.get(binding) ?? new Map<string, HeldValue<T>>();
    const isFull = entries.size >= (this.#options.maxEntries ?? Infinity);
    if (isFull && !entries.has(key)) entries.clear();
    entries.set(key, { value, freshUntil: clock.now() + freshMs });
    this.#databases.set(binding, entries);
  }

  clear({ database }: Pick<CacheOwner, "database">): void {
    this.#databases.delete(database.binding);
  }
}
