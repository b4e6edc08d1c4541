import type { HealthResponse } from "#schema/api/health.ts";
import { IsolateCache } from "#worker/cache/isolate-cache.ts";
import { singleFlight } from "#worker/cache/single-flight.ts";
import type { Deps } from "#worker/deps.ts";
import { errorFields, log } from "#worker/lib/log.ts";
import { retryIdempotent } from "#worker/database/retry.ts";
import { sourceName } from "#worker/source/source-name.ts";
import { readOldestCheck } from "#worker/targets/target-figures.store.ts";
import { VERSION } from "#worker/version.ts";
import { readDatabaseBytes } from "./database-size.store.ts";
import { readRuns } from "./runs.store.ts";
import { assess, type Facts, type JobPeriods } from "./watch.rules.ts";

const KV_PROBE = "health:probe";
/** A read that failed or was slow is repeated once: an alert calls an operator. */
const KV_PAUSE_MS = 1_000;

/** The isolate's first request, as start time of a deployment without version metadata. */
const firstAsked = new WeakMap<D1Database, number>();

function startedAt({ config, clock, database }: Deps): number {
  if (config.deployedAt !== null) return config.deployedAt;
  const first = firstAsked.get(database.binding) ?? clock.now();
  firstAsked.set(database.binding, first);
  return first;
}

/** Returns null if the database does not answer. */
async function readStored({ db, clock }: Deps) {
  try {
    const read = () =>
      Promise.all([readRuns(db), readOldestCheck(db, clock.now()), readDatabaseBytes(db)]);
    const [runs, oldestCheckedAt, databaseBytes] = await retryIdempotent(clock, read);
    return { runs, oldestCheckedAt, databaseBytes };
  } catch (error) {
    log("error", "health", errorFields(error));
    return { runs: null, oldestCheckedAt: null, databaseBytes: null };
  }
}

async function probeKv({ kv, clock }: Deps): Promise<boolean> {
  try {
    await kv.get(KV_PROBE).catch(() => clock.sleep(KV_PAUSE_MS).then(() => kv.get(KV_PROBE)));
    return true;
  } catch (error) {
    log("error", "health", errorFields(error));
    return false;
  }
}

async function gatherFacts(deps: Deps, periods: JobPeriods): Promise<Facts> {
  const { config, clock } = deps;
  const [stored, kvWorks] = await Promise.all([readStored(deps), probeKv(deps)]);
  return {
    now: clock.now(),
    startedAt: startedAt(deps),
    hasCrons: config.environment !== "development",
    periods,
    ...stored,
    kvWorks,
    isConfigured: config.missing.length === 0,
    hasFallback: config.archiveFallback,
    isReddit: sourceName(deps) === "reddit",
    hasBackups: deps.backups !== null,
    hasBrokenWebhook: config.alertWebhook?.url === null,
  };
}

/** Bypasses the isolate's memory. */
export async function readStatus(deps: Deps, periods: JobPeriods): Promise<HealthResponse> {
  const facts = await gatherFacts(deps, periods);
  const { runs, kvWorks } = facts;
  const found = assess(facts);
  const times = (pick: (row: NonNullable<typeof runs>[number]) => Date | null) =>
    Object.fromEntries(
      Object.keys(runs ? periods : {}).map((job) => {
        const row = runs?.find((run) => run.job === job);
        return [job, (row && pick(row))?.toISOString() ?? null];
      }),
    );
  return {
    status: found.reasons.length === 0 ? "ok" : "degraded",
    version: VERSION,
    commit: deps.config.commit,
    source: sourceName(deps),
    d1: runs ? "ok" : "down",
    kv: kvWorks ? "ok" : "down",
    down: [...(runs ? [] : ["d1"]), ...(kvWorks ? [] : ["kv"])],
    cron: times(({ succeededAt }) => succeededAt),
    runs: times(({ startedAt: at }) => at),
    ...found,
  };
}

/** An isolate reads the database at most once in ten seconds. */
const statuses = new IsolateCache<HealthResponse>({ freshMs: 10_000 });
const KEY = "health";

export const recentStatus = (deps: Deps, periods: JobPeriods): Promise<HealthResponse> =>
  statuses.read(deps, KEY, () => singleFlight(deps, KEY, () => readStatus(deps, periods)));

/** Called after a job, so that the isolate that ran it shows the run at once. */
export const forgetStatus = (deps: Deps): void => statuses.clear(deps);
