import { readKvText, writeKvText } from "#worker/cache/kv.ts";
import { singleFlight } from "#worker/cache/single-flight.ts";
import { atPrimary, type Deps } from "#worker/deps.ts";
import { logFailure } from "#worker/lib/log.ts";
import { withTimeout } from "#worker/lib/with-timeout.ts";
import { listNames } from "./nsfw-subreddits.store.ts";

const KV_KEY = "nsfw-subreddits:v1";
const KV_TTL_SECONDS = 30 * 86_400;
/** From this age on the names are read again in the background. */
const RENEWAL_MS = 30_000;
/** A change has to show everywhere within 60 s, so older names are not used. */
const NAMES_LIFETIME_MS = 50_000;
/** Names of unknown age, from KV or from before an outage of D1, are used for this long before the next try. */
const RETRY_MS = 5_000;
/** With outdated names in memory, the wait for KV is short. */
const NAMES_KV_TIMEOUT_MS = 50;
/** Applies if neither memory nor KV has names, as in the first request of a deployment. */
const NAMES_DATABASE_TIMEOUT_MS = 1_500;

interface Names {
  set: ReadonlySet<string>;
  /** The names as stored in KV. */
  text: string;
  renewAt: number;
  goodUntil: number;
}

/** Keyed by database, so that tests with their own databases share nothing. */
const known = new WeakMap<D1Database, Names>();

function hold(deps: Deps, text: string, times: Pick<Names, "renewAt" | "goodUntil">): Names {
  const held = known.get(deps.database.binding);
  // The identical set while nothing changes, so that reuseAnswer() can reuse answers.
  const set = held?.text === text ? held.set : new Set(text.split(" ").filter(Boolean));
  const names = { set, text, ...times };
  known.set(deps.database.binding, names);
  return names;
}

function holdBriefly(deps: Deps, text: string): Names {
  const until = deps.clock.now() + RETRY_MS;
  return hold(deps, text, { renewAt: until, goodUntil: until });
}

const readCopy = (deps: Deps) => readKvText(deps, KV_KEY, "nsfw_names");
const writeCopy = (deps: Deps, text: string) =>
  writeKvText(deps, KV_KEY, text, { expirationTtl: KV_TTL_SECONDS, failureEvent: "nsfw_names" });

async function loadNames(deps: Deps): Promise<Names> {
  const askedAt = deps.clock.now();
  const text = (await listNames(atPrimary(deps).db)).toSorted().join(" ");
  return hold(deps, text, {
    renewAt: askedAt + RENEWAL_MS,
    goodUntil: askedAt + NAMES_LIFETIME_MS,
  });
}

/** `copy` is KV's text; undefined if KV was not read. */
function renewInBackground(deps: Deps, copy?: string | null): Promise<Names | null> {
  const renewal = singleFlight(deps, KV_KEY, async () => {
    const names = await loadNames(deps);
    if (copy !== undefined && copy !== names.text) deps.waitUntil(writeCopy(deps, names.text));
    return names;
  }).catch(logFailure("nsfw_names"));
  deps.waitUntil(renewal);
  return renewal;
}

async function readElsewhere(deps: Deps, held: Names | undefined): Promise<Names> {
  const asked = readCopy(deps);
  const copy = await (held
    ? withTimeout(NAMES_KV_TIMEOUT_MS, asked).catch(() => undefined)
    : asked);
  const renewal = renewInBackground(deps, copy);
  // An empty text means that nothing is known: the defaults cannot be deleted.
  const text = copy ?? held?.text;
  if (text) return holdBriefly(deps, text);
  const loaded = await withTimeout(NAMES_DATABASE_TIMEOUT_MS, renewal).catch(() => null);
  return loaded ?? holdBriefly(deps, "");
}

/**
 * The communities that an admin marked as adult, in lower case. Never throws, because every answer needs them. Reads
 * memory, then KV, which an admin's change renews at once; waits for the database only if both are empty.
 */
export async function nsfwNames(deps: Deps): Promise<ReadonlySet<string>> {
  const held = known.get(deps.database.binding);
  const now = deps.clock.now();
  if (!held || now >= held.goodUntil) return (await readElsewhere(deps, held)).set;
  if (now >= held.renewAt) void renewInBackground(deps);
  return held.set;
}

/** Called after an admin's change: updates this isolate at once, and KV for the other isolates. */
export async function publishNames(deps: Deps): Promise<void> {
  const names = await loadNames(deps).catch(logFailure("nsfw_names"));
  if (names) await writeCopy(deps, names.text);
}
