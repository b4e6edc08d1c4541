import type { SimulatedTime } from "./time.ts";

/**
 * KV as Cloudflare documents it: a write is visible at once in its own location and within a minute elsewhere, each
 * location caches reads, even of missing keys, for a minute, and a key takes one write per second.
 */
const CACHED_MS = 60_000;
const SLOWEST_MS = 60_000;
const WRITE_GAP_MS = 1_000;

interface Version {
  text: () => string;
  place: number;
  writtenAt: number;
  visibleAt: number;
  expiresAt: number;
  before: Version | null;
}

export class SimulatedKv {
  readonly counts = { reads: 0, writes: 0 };
  readonly #time: SimulatedTime;
  readonly #random: () => number;
  readonly #stored = new Map<string, Version>();
  readonly #cached: Map<string, { version: Version | null; at: number }>[];

  constructor(time: SimulatedTime, places: number, random: () => number) {
    this.#time = time;
    this.#random = random;
    this.#cached = Array.from({ length: places }, () => new Map());
  }

  /** Sets a value as if it had been written long ago. */
  fill(key: string, text: () => string, expiresAt: number): void {
    const version = { text, place: -1, writtenAt: 0, visibleAt: 0, expiresAt, before: null };
    this.#stored.set(key, version);
  }

  keys(): string[] {
    return [...this.#stored.keys()];
  }

  /** Whether every location can read the key, and could a minute ago. */
  holds(key: string): boolean {
    const version = this.#stored.get(key);
    const known = version?.before ?? version;
    const { now } = this.#time;
    return (
      known !== undefined && known.writtenAt < now - SLOWEST_MS - CACHED_MS && known.expiresAt > now
    );
  }

  at(place: number) {
    return {
      get: async (key: string) => this.#get(place, key),
      put: async (key: string, text: string, options: { expirationTtl?: number } = {}) =>
        this.#put(place, key, text, options.expirationTtl),
    };
  }

  #get(place: number, key: string): string | null {
    const { now } = this.#time;
    this.counts.reads += 1;
    const cached = this.#cached[place]?.get(key);
    const version = cached && now - cached.at < CACHED_MS ? cached.version : this.#find(place, key);
    return version && version.expiresAt > now ? version.text() : null;
  }

  #find(place: number, key: string): Version | null {
    const { now } = this.#time;
    let version = this.#stored.get(key) ?? null;
    while (version && version.place !== place && version.visibleAt > now) version = version.before;
    this.#cached[place]?.set(key, { version, at: now });
    return version;
  }

  #put(place: number, key: string, text: string, seconds: number | undefined): void {
    const { now } = this.#time;
    const before = this.#stored.get(key) ?? null;
    if (before && now - before.writtenAt < WRITE_GAP_MS)
      throw new Error("KV PUT failed: 429 Too Many Requests");
    this.counts.writes += 1;
    const version: Version = {
      text: () => text,
      place,
      writtenAt: now,
      visibleAt: now + SLOWEST_MS * this.#random(),
      expiresAt: seconds === undefined ? Infinity : now + seconds * 1000,
      before: before && { ...before, before: null },
    };
    this.#stored.set(key, version);
    this.#cached[place]?.set(key, { version, at: now });
  }
}
