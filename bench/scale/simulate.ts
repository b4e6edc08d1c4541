import { random as seeded } from "#torture/report.ts";
import { SimulatedKv } from "./kv.ts";
import type { PlaceCode } from "./places.ts";
import { SimulatedReddit } from "./reddit.ts";
import { settled, SimulatedTime } from "./time.ts";
import { zipf } from "./zipf.ts";

export interface Scene {
  name: string;
  perSecond: number;
  creators: number;
  /** Simulated seconds: first to settle, then to count. */
  settle: number;
  seconds: number;
  /** Begin as a day of the same traffic leaves it, or with nothing cached. */
  isWarm: boolean;
  /** Without the desk: the source's headers and KV alone, for comparison. */
  hasDesk: boolean;
}

export interface Outcome {
  scene: Scene;
  requests: number;
  fresh: number;
  stale: number;
  refused: number;
  failed: number;
  callsAMinute: number;
  busiestMinute: number;
  /** For each request. */
  kvReads: number;
  kvWrites: number;
  deskQuestions: number;
}

const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FRESH_MS = 5 * 60_000;
/** The text of a hundred posts; the simulated ones are two, so that KV fits into this machine. */
const LISTING_TEXT = 70_000;
const DESK_LATENCY_MS = 60;
/** Asked for so often that the desk's order replaces a copy before it is this old. */
const POPULAR_A_DAY = 200;

class World {
  readonly time = new SimulatedTime(START);
  readonly random = seeded(8);
  readonly reddit = new SimulatedReddit(this.time);
  readonly kv: SimulatedKv;
  readonly desk = { calls: [] as number[] };
  deskQuestions = 0;
  readonly places: PlaceCode[];
  readonly #deps: object[];

  constructor(places: PlaceCode[], hasDesk: boolean) {
    this.places = places;
    this.kv = new SimulatedKv(this.time, places.length, this.random);
    this.#deps = places.map((code, place) => this.#depsOf(code, place, hasDesk));
  }

  #depsOf(code: PlaceCode, place: number, hasDesk: boolean): object {
    const set = code.memory.set.bind(code.memory);
    code.memory.set = (key, entry, length) =>
      set(key, entry, key.startsWith("listing:") ? LISTING_TEXT : length);
    const asked = async (answer: () => unknown) => {
      this.deskQuestions += 1;
      await this.time.after(DESK_LATENCY_MS);
      return answer();
    };
    const { time, random } = this;
    const clock = {
      now: () => time.now,
      random,
      sleep: (ms: number) => time.after(ms),
      timeout: () => new AbortController().signal,
    };
    return {
      clock,
      kv: this.kv.at(place),
      fetch: (url: string) => this.reddit.fetch(url),
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
      sample: null,
      desk: hasDesk && {
        take: () => asked(() => code.takeCall(this.desk, time.now)),
        look: () => asked(() => code.lookAtDesk(this.desk, time.now)),
      },
      config: {
        postSource: "reddit",
        reddit: {
          clientId: "simulated",
          clientSecret: "simulated",
          userAgent: "simulation",
          authUrl: "https://auth.invalid",
          apiUrl: "https://api.invalid",
        },
      },
    };
  }

  ask(place: number, rank: number): Promise<{ fetchedAt: number }> {
    const walk = {
      source: "reddit",
      username: nameOf(rank),
      sort: "new",
      deadline: this.time.now + 12_000,
    };
    const code = this.places[place] as PlaceCode;
    return code.readPage(this.#deps[place] as object, walk, null, 12);
  }
}

const nameOf = (rank: number) => `creator_${rank}`;

/** What a day of the same traffic leaves in KV: who is asked for, at every age a copy may have. */
async function fillCaches(world: World, { creators, perSecond }: Scene): Promise<void> {
  const written = new Map<string, string>();
  const example = world.kv.at(0);
  const first = world.ask(0, creators);
  await settled();
  await world.time.advanceTo(START + 5_000);
  await first;
  const scope = await keysOf(world, nameOf(creators), written, example);
  const { shareOf } = zipf(creators, world.random);
  const now = world.time.now;
  for (let rank = 0; rank < creators; rank += 1) {
    const aDay = perSecond * 86_400 * shareOf(rank);
    const isKept = (days: number) => world.random() < (aDay * days) / (aDay * days + 1);
    const oldest = aDay > POPULAR_A_DAY ? 16 * HOUR : DAY;
    const listingAt = now - world.random() * oldest;
    const profileAt = now - world.random() * 7 * DAY;
    const key = { listing: scope.listing(nameOf(rank)), profile: scope.profile(nameOf(rank)) };
    if (isKept(1)) fill(world, key.listing, written.get("listing") ?? "", listingAt, DAY);
    if (isKept(7)) fill(world, key.profile, written.get("profile") ?? "", profileAt, 7 * DAY);
  }
}

function fill(world: World, key: string, body: string, at: number, lifetime: number): void {
  const head = `${Math.floor(at)} ${Math.floor(at + FRESH_MS)} ${Math.floor(at + lifetime)}`;
  world.kv.fill(key, () => `${head}\n${body}`, at + lifetime);
}

/** The real code's own keys and texts, learned from one real answer. */
async function keysOf(
  world: World,
  name: string,
  written: Map<string, string>,
  kv: { get(key: string): Promise<string | null> },
) {
  const keys = { listing: "", profile: "" };
  for (const key of world.kv.keys()) {
    const kind = key.startsWith("listing:") ? "listing" : "profile";
    if (!key.includes(name)) continue;
    keys[kind] = key;
    const text = (await kv.get(key)) ?? "";
    written.set(kind, text.slice(text.indexOf("\n") + 1));
  }
  return {
    listing: (other: string) => keys.listing.replace(name, other),
    profile: (other: string) => keys.profile.replace(name, other),
  };
}

interface Tally {
  requests: number;
  fresh: number;
  stale: number;
  refused: number;
  failed: number;
}

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

async function watch(world: World, tally: Tally, place: number, rank: number): Promise<void> {
  const askedAt = world.time.now;
  try {
    const { fetchedAt } = await world.ask(place, rank);
    tally[askedAt - fetchedAt <= FRESH_MS ? "fresh" : "stale"] += 1;
  } catch (error) {
    tally[codeOf(error) === "reddit.rate_limited" ? "refused" : "failed"] += 1;
  }
}

async function visit(world: World, scene: Scene, until: number): Promise<Tally> {
  const tally: Tally = { requests: 0, fresh: 0, stale: 0, refused: 0, failed: 0 };
  const { draw } = zipf(scene.creators, world.random);
  const pending: Promise<void>[] = [];
  for (;;) {
    const next = world.time.now - (Math.log(1 - world.random()) * 1000) / scene.perSecond;
    if (next > until) break;
    await world.time.advanceTo(next);
    tally.requests += 1;
    const place = Math.floor(world.random() * world.places.length);
    pending.push(watch(world, tally, place, draw()));
    await settled();
  }
  await world.time.advanceTo(until + 15_000);
  await Promise.all(pending);
  return tally;
}

export async function simulate(places: PlaceCode[], scene: Scene): Promise<Outcome> {
  const world = new World(places, scene.hasDesk);
  if (scene.isWarm) await fillCaches(world, scene);
  if (scene.settle > 0) await visit(world, scene, world.time.now + scene.settle * 1000);
  const since = world.time.now;
  const before = { ...world.kv.counts, desk: world.deskQuestions };
  const tally = await visit(world, scene, since + scene.seconds * 1000);
  const until = since + scene.seconds * 1000;
  const calls = world.reddit.calls.filter((at) => at >= since && at < until).length;
  return {
    scene,
    ...tally,
    callsAMinute: calls / (scene.seconds / 60),
    busiestMinute: world.reddit.busiestMinute(0),
    kvReads: (world.kv.counts.reads - before.reads) / tally.requests,
    kvWrites: (world.kv.counts.writes - before.writes) / tally.requests,
    deskQuestions: (world.deskQuestions - before.desk) / tally.requests,
  };
}
