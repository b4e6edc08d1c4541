import { DAY_MS, HOUR_MS } from "#schema/time.ts";
import type { RunningWorker } from "#tools/runtime.ts";
import type { ApiClient, Reply } from "./api-client.ts";
import { FLOOD_NAMES } from "./stand-in/plain-reddit.ts";
import { zipf } from "./zipf.ts";

const CREATORS = 2_000;
/** The most popular creators, all of them cached. */
const HEAD = 200;
/** Searches for uncached creators when a scene begins: two thirds of the call budget's share for visitors. */
const MISSES_PER_SECOND = 1;
/** Mean time between two searches of one visitor. */
const VISIT_SECONDS = 20;
/** Maximum age of a cached listing in hours. */
const OLDEST = 16;
const FRESH_MS = 5 * 60_000;
const EXAMPLE = "example_0";
/** Prefix of listings' keys. */
const LISTING = "listing:";
/** Polls for entries, which are written after the answer. */
const EXAMPLE_WAITS = 600;
const PARALLEL_WRITES = 32;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls `send` at random times, `perSecond` on average, without waiting for answers. */
export async function sendAtRate(
  random: () => number,
  { perSecond, seconds }: { perSecond: number; seconds: number },
  send: () => Promise<void>,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const pending: Promise<void>[] = [];
  for (let next = performance.now(); next < end;) {
    const early = next - performance.now();
    if (early > 0) await pause(early);
    pending.push(send());
    next += (-Math.log(1 - random()) * 1000) / perSecond;
  }
  await Promise.all(pending);
}

/** Statuses of a search, also for a name that does not exist. */
export const EXPECTED = new Set([200, 429]);

const isDisconnect = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ECONNRESET";

/** Retries once if workerd has just closed an idle connection. */
async function search(client: ApiClient, address: string, username: string): Promise<Reply> {
  const body = { username, limit: 12 };
  const call = { method: "POST", path: "/api/reddit/search", body, address };
  try {
    return await client.send(call);
  } catch (error) {
    if (!isDisconnect(error)) throw error;
    return client.send(call);
  }
}

export interface CacheExample {
  key: string;
  body: string;
}

/** Lets the Worker cache one creator, and returns that listing and profile as templates. */
export async function readExamples(
  client: ApiClient,
  kv: RunningWorker["kv"],
): Promise<CacheExample[]> {
  const { status, text } = await search(client, "198.51.100.1", EXAMPLE);
  if (status !== 200) throw new Error(`a search answered ${status}: ${text}`);
  for (let wait = 0; wait < EXAMPLE_WAITS; wait += 1) {
    const { keys } = await kv.list();
    const names = keys.map(({ name }) => name).filter((name) => name.includes(EXAMPLE));
    if (names.length === 2) {
      return Promise.all(
        names.map(async (key) => {
          const entry = (await kv.get(key)) ?? "";
          return { key, body: entry.slice(entry.indexOf("\n") + 1) };
        }),
      );
    }
    await pause(50);
  }
  throw new Error("the Worker wrote no listing and profile into KV");
}

export interface VisitorTally {
  requests: number;
  refused: number;
  failures: Map<string, number>;
  /** Refused although the creator was cached. */
  cachedRefused: number;
  uncached: number;
}

/** Visitors with separate addresses, who search for creators by Zipf's law. */
export class Visitors {
  readonly #cached = new Set<string>();
  readonly #draw: () => number;
  readonly #client: ApiClient;
  readonly #random: () => number;
  readonly #scene: string;
  readonly #perSecond: number;

  constructor(client: ApiClient, random: () => number, scene: string, perSecond: number) {
    this.#client = client;
    this.#random = random;
    this.#scene = scene;
    this.#perSecond = perSecond;
    this.#draw = zipf(CREATORS, random).draw;
  }

  #nameOf = (rank: number) => `${this.#scene}_${rank}`;

  /** Fills KV as after a week of visits: with every profile and most listings. */
  async fillCache(kv: RunningWorker["kv"], examples: CacheExample[]): Promise<void> {
    const { shareOf } = zipf(CREATORS, this.#random);
    let tail = 0;
    for (let rank = HEAD; rank < CREATORS; rank += 1) tail += shareOf(rank);
    const uncachedShare = Math.min(0.5, MISSES_PER_SECOND / (tail * this.#perSecond));
    const writes: (() => Promise<void>)[] = [];
    for (let rank = 0; rank < CREATORS; rank += 1) {
      const isCached = rank < HEAD || this.#random() >= uncachedShare;
      const name = this.#nameOf(rank);
      if (isCached) this.#cached.add(name);
      const fetchedAt = Math.floor(Date.now() - this.#random() * OLDEST * HOUR_MS);
      const head = `${fetchedAt} ${fetchedAt + FRESH_MS} ${fetchedAt + DAY_MS}`;
      for (const { key, body } of examples) {
        if (!isCached && key.startsWith(LISTING)) continue;
        const [ownKey, ownBody] = [key, body].map((text) => text.replaceAll(EXAMPLE, name));
        writes.push(() => kv.put(ownKey ?? "", `${head}\n${ownBody}`));
      }
    }
    await runInParallel(writes);
  }

  /** One search; `tally` counts its answer. */
  async visit(tally: VisitorTally): Promise<void> {
    const visitor = Math.floor(this.#random() * this.#perSecond * VISIT_SECONDS);
    const address = `10.${visitor >> 8}.${visitor & 255}.1`;
    const name = this.#nameOf(this.#draw());
    const isCached = this.#cached.has(name);
    tally.requests += 1;
    if (!isCached) tally.uncached += 1;
    const status = await search(this.#client, address, name).then(
      (reply) =>
        EXPECTED.has(reply.status) ? String(reply.status) : `${reply.status} ${reply.text}`,
      (error: unknown) => String(error),
    );
    if (status === "200") this.#cached.add(name);
    else if (status === "429") {
      tally.refused += 1;
      if (isCached) tally.cachedRefused += 1;
    } else tally.failures.set(status, (tally.failures.get(status) ?? 0) + 1);
  }
}

async function runInParallel(work: (() => Promise<void>)[]): Promise<void> {
  const queue = work.values();
  const worker = async () => {
    for (const one of queue) await one();
  };
  await Promise.all(Array.from({ length: PARALLEL_WRITES }, worker));
}

export interface Scene {
  /** Prefix of its creators' names. */
  name: string;
  about: string;
  /** Different /48s. */
  prefixes: number;
  /** The flood asks for names that do not exist, or, as known visitors, for ones that do. */
  names: keyof typeof FLOOD_NAMES;
  /** Its names a second, for a hundred searches of visitors. */
  perHundred: number;
}

/** Searches for uncached names from the scene's /48s; counts answers by status. */
export function floodSender(client: ApiClient, random: () => number, scene: Scene) {
  const { name, prefixes, names } = scene;
  const statuses = new Map<string, number>();
  let sent = 0;
  const send = async () => {
    sent += 1;
    const prefix = Math.floor(random() * prefixes).toString(16);
    const address = `2001:db8:${prefix}:${(sent % 256).toString(16)}::1`;
    const ask = async () => {
      // A cached answer makes the sender a known visitor.
      if (names === "existing") await search(client, address, `${name}_0`);
      return search(client, address, `${FLOOD_NAMES[names]}${prefixes}_${sent}`);
    };
    const status = await ask().then(
      (reply) => String(reply.status),
      (error: unknown) => String(error),
    );
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  return { send, statuses };
}
