import { DAY_MS, HOUR_MS } from "#schema/time.ts";
import type { Place, PlaceCode } from "#bench/inside/place-code.ts";
import { seededRandom as seeded } from "#stress/seeded-random.ts";
import { SimulatedKv } from "./kv.ts";
import { FLOOD_NAMES } from "#stress/stand-in/plain-reddit.ts";
import { SimulatedReddit } from "./reddit.ts";
import { SimulatedLimit } from "./limit.ts";
import { settled, SimulatedTime } from "./time.ts";
import { zipf } from "#stress/zipf.ts";

export interface Scene {
  name: string;
  perSecond: number;
  creators: number;
  /** Simulated seconds: `settle` before counting, then `seconds`. */
  settle: number;
  seconds: number;
  /** true: caches as after a day of the same traffic; false: empty caches. */
  isWarm: boolean;
  /** false, for comparison: only the source's headers, shared through KV, limit the calls. */
  hasBudget: boolean;
  /** Address prefixes that request names that do not exist, in addition to the visitors. */
  attack: { prefixes: number; perSecond: number } | null;
}

export interface Outcome {
  scene: Scene;
  requests: number;
  fresh: number;
  stale: number;
  refused: number;
  /** Refused requests for cached listings. */
  refusedCached: number;
  failed: number;
  callsAMinute: number;
  busiestMinute: number;
  /** Per request. */
  kvReads: number;
  kvWrites: number;
  budgetQuestions: number;
}

const START = Date.UTC(2026, 0, 1);
const FRESH_MS = 5 * 60_000;
/** The size of a hundred posts; simulated listings have two, so that KV fits into memory. */
const LISTING_TEXT = 70_000;
const BUDGET_LATENCY_MS = 60;
/** Requests a day above which the call budget's rules keep an entry younger. */
const POPULAR_A_DAY = 200;
/** Mean time between two requests of one visitor. */
const VISIT_SECONDS = 20;

class World {
  readonly time = new SimulatedTime(START);
  readonly random = seeded(8);
  readonly reddit = new SimulatedReddit(this.time);
  readonly kv: SimulatedKv;
  readonly #budget: { calls: [number, string][]; reach(): Promise<void> };
  listingKey = (name: string) => name;
  budgetQuestions = 0;
  readonly places: Place[];

  constructor(places: PlaceCode[], hasBudget: boolean) {
    this.kv = new SimulatedKv(this.time, places.length, this.random);
    this.#budget = {
      calls: [],
      reach: async () => {
        this.budgetQuestions += 1;
        await this.time.after(BUDGET_LATENCY_MS);
      },
    };
    this.places = places.map((code, place) => this.#open(code, place, hasBudget));
  }

  #open(code: PlaceCode, place: number, hasBudget: boolean): Place {
    const { time, random } = this;
    return code.openPlace({
      clock: { now: () => time.now, random, sleep: (ms) => time.after(ms) },
      kv: this.kv.at(place),
      fetch: (url) => this.reddit.fetch(url),
      limit: new SimulatedLimit(time),
      budget: hasBudget ? this.#budget : null,
      listingLength: LISTING_TEXT,
    });
  }

  ask(place: number, prefix: string, username: string): Promise<{ fetchedAt: number }> {
    return (this.places[place] as Place).ask(prefix, username);
  }
}

const nameOf = (rank: number) => `creator_${rank}`;

/** Fills KV as after a day of the same traffic, with entries of all ages by a creator's popularity. */
async function fillCaches(world: World, { creators, perSecond }: Scene): Promise<void> {
  const first = world.ask(0, "example", nameOf(creators));
  await settled();
  await world.time.advanceTo(START + 5_000);
  await first;
  const { listing, profile } = await templatesOf(world, nameOf(creators));
  world.listingKey = listing.keyOf;
  const { shareOf } = zipf(creators, world.random);
  const now = world.time.now;
  for (let rank = 0; rank < creators; rank += 1) {
    const aDay = perSecond * 86_400 * shareOf(rank);
    const isKept = (days: number) => world.random() < (aDay * days) / (aDay * days + 1);
    const oldest = aDay > POPULAR_A_DAY ? 16 * HOUR_MS : DAY_MS;
    const listingAt = now - world.random() * oldest;
    const profileAt = now - world.random() * 7 * DAY_MS;
    const name = nameOf(rank);
    if (isKept(1)) fill(world, listing.keyOf(name), listing.body, listingAt, DAY_MS);
    if (isKept(7)) fill(world, profile.keyOf(name), profile.body, profileAt, 7 * DAY_MS);
  }
}

function fill(world: World, key: string, body: string, at: number, lifetime: number): void {
  const head = `${Math.floor(at)} ${Math.floor(at + FRESH_MS)} ${Math.floor(at + lifetime)}`;
  world.kv.fill(key, () => `${head}\n${body}`, at + lifetime);
}

/** The code's own keys and texts, from its answer about `name`. */
async function templatesOf(world: World, name: string) {
  const keys = world.kv.keys().filter((key) => key.includes(name));
  const isListing = (key: string) => key.startsWith("listing:");
  const templateOf = async (key = "") => {
    const text = (await world.kv.at(0).get(key)) ?? "";
    const keyOf = (other: string) => key.replace(name, other);
    return { keyOf, body: text.slice(text.indexOf("\n") + 1) };
  };
  return {
    listing: await templateOf(keys.find(isListing)),
    profile: await templateOf(keys.find((key) => !isListing(key))),
  };
}

type Tally = Pick<Outcome, "requests" | "fresh" | "stale" | "refused" | "refusedCached" | "failed">;

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

/** Reddit's limit, or the visitor's own. */
const REFUSALS = new Set(["reddit.rate_limited", "search.too_many"]);

async function watch(world: World, tally: Tally, visitor: number, name: string): Promise<void> {
  const askedAt = world.time.now;
  const isCached = world.kv.holds(world.listingKey(name));
  try {
    const { fetchedAt } = await world.ask(
      visitor % world.places.length,
      `visitor ${visitor}`,
      name,
    );
    tally[askedAt - fetchedAt <= FRESH_MS ? "fresh" : "stale"] += 1;
  } catch (error) {
    const isRefused = REFUSALS.has(codeOf(error));
    tally[isRefused ? "refused" : "failed"] += 1;
    if (isRefused && isCached) tally.refusedCached += 1;
  }
}

let junkNames = 0;

/** A request of the attack; each prefix always reaches the same location. */
function attack(world: World, prefixes: number): Promise<unknown> {
  const prefix = Math.floor(world.random() * prefixes);
  junkNames += 1;
  const asked = world.ask(
    prefix % world.places.length,
    `attack ${prefix}`,
    `${FLOOD_NAMES.missing}${junkNames}`,
  );
  return asked.catch(() => null);
}

async function visit(world: World, scene: Scene, until: number): Promise<Tally> {
  const tally = { requests: 0, fresh: 0, stale: 0, refused: 0, refusedCached: 0, failed: 0 };
  const { draw } = zipf(scene.creators, world.random);
  const visitors = scene.perSecond * VISIT_SECONDS;
  const attackers = scene.attack ?? { prefixes: 0, perSecond: 0 };
  const perSecond = scene.perSecond + attackers.perSecond;
  const pending: Promise<unknown>[] = [];
  for (;;) {
    const next = world.time.now - (Math.log(1 - world.random()) * 1000) / perSecond;
    if (next > until) break;
    await world.time.advanceTo(next);
    if (world.random() * perSecond < attackers.perSecond) {
      pending.push(attack(world, attackers.prefixes));
    } else {
      tally.requests += 1;
      const visitor = Math.floor(world.random() * visitors);
      pending.push(watch(world, tally, visitor, nameOf(draw())));
    }
    await settled();
  }
  await world.time.advanceTo(until + 15_000);
  await Promise.all(pending);
  return tally;
}

export async function simulate(places: PlaceCode[], scene: Scene): Promise<Outcome> {
  const world = new World(places, scene.hasBudget);
  if (scene.isWarm) await fillCaches(world, scene);
  if (scene.settle > 0) await visit(world, scene, world.time.now + scene.settle * 1000);
  const since = world.time.now;
  const before = { ...world.kv.counts, budget: world.budgetQuestions };
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
    budgetQuestions: (world.budgetQuestions - before.budget) / tally.requests,
  };
}
