import { brand } from "#schema/brand.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { visitorsAreRefused } from "#worker/call-budget/spend-call.ts";
import { newcomersAreRefused } from "#worker/call-budget/wait-for-call.ts";
import type { Deps } from "#worker/deps.ts";
import { askForUser, msUntilBackgroundCall } from "#worker/lookup/check-source.ts";
import { noneUnlessRemoved } from "#worker/source/fallback.ts";
import { openMainSource, openSource } from "#worker/source/open.ts";
import type { RecheckRun } from "#worker/targets/recheck.rules.ts";
import { readRuns } from "./runs.store.ts";
import {
  readOutcome,
  SOURCE_CALM_MS,
  type ArchiveOutcome,
  type JobRow,
  type Refusal,
  type SourceOutcome,
  type SourceState,
} from "./watch.rules.ts";

/**
 * A source that answers is asked no more often where the re-check has nothing to ask. The archive is run by volunteers,
 * and has no answer that means a block.
 */
const PROBE_EVERY_MS = 2 * MINUTE_MS;
const PROBE_ARCHIVE_EVERY_MS = 5 * MINUTE_MS;
/** An outcome of the re-check that is older belongs to an earlier run. */
const RECENT_MS = 50_000;

/** `failure`: null if the source answered. A fault of ours says nothing about it: the result is null. */
function stateFor(failure: string | null): SourceState | null {
  if (failure === null) return "ok";
  if (failure.startsWith("internal.")) return null;
  if (failure.endsWith(".blocked")) return "blocked";
  return failure.endsWith(".rate_limited") ? "saturated" : "unavailable";
}

/** The state met by the re-check just before this job; null if it made no call. */
function metByRecheck(runs: readonly JobRow[], now: number): SourceState | null {
  const succeededAt = runs.find(({ job }) => job === "recheck")?.succeededAt?.getTime() ?? 0;
  const run = readOutcome<RecheckRun>(runs, "recheck");
  if (!run || run.asked === 0 || now - succeededAt > RECENT_MS) return null;
  return stateFor(run.failure);
}

/**
 * Makes one call of the re-check's share; null if none is free. A fault of ours is thrown: the job fails, and is late
 * after ten minutes, because visitors' searches fail too.
 */
async function probe(deps: Deps): Promise<SourceState | null> {
  if ((await msUntilBackgroundCall(deps)) > 0) return null;
  const found = await askForUser(deps, brand.popularUsername);
  if (found.state === "not_asked") return null;
  const failure = found.state === "unknown" ? found.failure : null;
  if (failure?.code.startsWith("internal.")) throw failure;
  return stateFor(failure?.code ?? null);
}

type Found = Pick<SourceOutcome, "state" | "seenAt" | "probedAt">;

/** Without a call the source is as it was last seen, until that is too long ago to say anything. */
async function probeOrRecall(deps: Deps, previous: SourceOutcome | null): Promise<Found> {
  const now = deps.clock.now();
  const state = await probe(deps);
  if (state !== null) return { state, seenAt: now, probedAt: now };
  const isRecent = previous !== null && now - previous.seenAt < SOURCE_CALM_MS;
  if (!isRecent) return { state: "ok", seenAt: now, probedAt: now };
  return { state: previous.state, seenAt: previous.seenAt, probedAt: now };
}

async function observeSource(
  deps: Deps,
  runs: readonly JobRow[],
  previous: SourceOutcome | null,
): Promise<Found> {
  const now = deps.clock.now();
  const seen = { seenAt: now, probedAt: previous?.probedAt ?? 0 };
  const { scope, name } = openMainSource(deps);
  const met = metByRecheck(runs, now);
  if (met !== null && met !== "ok") return { ...seen, state: met };
  if (await visitorsAreRefused(deps, scope)) return { ...seen, state: "saturated" };
  const probeEvery = name === "archive" ? PROBE_ARCHIVE_EVERY_MS : PROBE_EVERY_MS;
  const isCalm = previous?.state === "ok" && now - seen.probedAt < probeEvery;
  return met === "ok" || isCalm ? { ...seen, state: "ok" } : probeOrRecall(deps, previous);
}

const isRefusal = (state: SourceState) => state === "blocked" || state === "saturated";

/** An outcome with a time to come, which a wrong clock left, would count as recent until then. */
function readPrevious(runs: readonly JobRow[], now: number): SourceOutcome | null {
  const previous = readOutcome<SourceOutcome>(runs, "source");
  if (!previous) return null;
  const { seenAt, probedAt, archive, newcomers } = previous;
  const later = [archive?.probedAt ?? 0, archive?.answeredAt ?? 0, newcomers?.seenAt ?? 0];
  return Math.max(seenAt, probedAt, ...later) <= now ? previous : null;
}

function settle(previous: SourceOutcome | null, found: Found, now: number): SourceOutcome {
  const { state, probedAt } = found;
  if (!previous) return { ...found, since: now };
  const isCalmer = isRefusal(previous.state) && !isRefusal(state);
  if (isCalmer && now - previous.seenAt < SOURCE_CALM_MS) return { ...previous, probedAt };
  const goesOn = state === previous.state || (isRefusal(state) && isRefusal(previous.state));
  return { ...found, since: goesOn ? previous.since : now };
}

const standsBehindReddit = (deps: Deps): boolean =>
  deps.config.archiveFallback && openMainSource(deps).name === "reddit";

/** Whether visitors have calls to the archive, and it answers one of the re-check's share. */
async function archiveAnswers(deps: Deps): Promise<boolean> {
  const archive = openSource(deps, "archive");
  if (await visitorsAreRefused(deps, archive.scope)) return false;
  return (await archive.profile(brand.popularUsername).catch(noneUnlessRemoved)) !== null;
}

/** While Reddit fails, asks the archive that is to stand in: the setting alone says nothing about its state. */
async function watchArchive(
  deps: Deps,
  state: SourceState,
  archive: ArchiveOutcome | undefined,
): Promise<ArchiveOutcome | undefined> {
  const now = deps.clock.now();
  const isRecent = archive !== undefined && now - archive.probedAt < PROBE_ARCHIVE_EVERY_MS;
  if (!standsBehindReddit(deps) || state === "ok" || isRecent) return archive;
  const answers = await archiveAnswers(deps);
  return { probedAt: now, answeredAt: answers ? now : (archive?.answeredAt ?? 0) };
}

/** Neither the source nor the archive behind it has calls for newcomers. */
async function refusesNewcomers(deps: Deps): Promise<boolean> {
  if (!(await newcomersAreRefused(deps, openMainSource(deps).scope))) return false;
  return !standsBehindReddit(deps) || newcomersAreRefused(deps, openSource(deps, "archive").scope);
}

/** Between two refusals a call may be free for a moment; a longer time without a run says nothing. */
async function watchNewcomers(
  deps: Deps,
  previous: Refusal | undefined,
): Promise<Refusal | undefined> {
  const now = deps.clock.now();
  const recent = previous && now - previous.seenAt <= SOURCE_CALM_MS ? previous : undefined;
  return (await refusesNewcomers(deps)) ? { since: recent?.since ?? now, seenAt: now } : recent;
}

/** Determines the source's state, and since when: from the re-check, the call budget, or else a call of its own. */
export async function watchSource(deps: Deps): Promise<SourceOutcome> {
  const runs = await readRuns(deps.db);
  const now = deps.clock.now();
  const previous = readPrevious(runs, now);
  const found = await observeSource(deps, runs, previous);
  const settled = settle(previous, found, now);
  const archive = await watchArchive(deps, settled.state, previous?.archive);
  return { ...settled, archive, newcomers: await watchNewcomers(deps, previous?.newcomers) };
}
