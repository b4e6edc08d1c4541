import { KEPT_DAYS } from "#schema/kept.ts";
import type { BadgesResponse } from "#schema/api/badges.ts";
import { DAY_MS, MINUTE_MS } from "#schema/time.ts";
import { readKvText, writeKvText } from "#worker/cache/kv.ts";
import { singleFlight } from "#worker/cache/single-flight.ts";
import { atPrimary, type Deps } from "#worker/deps.ts";
import { AppError, OwnFailure } from "#worker/errors.ts";
import { heartsOf } from "#worker/hearts/hearts.service.ts";
import { logFailure } from "#worker/lib/log.ts";
import { currentRemovals } from "#worker/removals/removal-list.service.ts";
import { withTimeout } from "#worker/lib/with-timeout.ts";
import { sourceName } from "#worker/source/source-name.ts";
import { lookUpUserAt, type FoundUser } from "#worker/lookup/look-up.ts";
import { admitCall, askForUser, type Checked } from "#worker/lookup/check-source.ts";
import { badgesFor, parseKept, type KeptBadges } from "./badges.rules.ts";
import { keepBadges, readBadges } from "./badges.store.ts";

const BADGES_LIFETIME_MS = KEPT_DAYS.badges * DAY_MS;
/** A refresh within this time of the last calculation returns the kept badges. */
const REFRESH_EVERY_MS = MINUTE_MS;
const ROW_TIMEOUT_MS = 1_000;
/** Short: without kept badges the request then reads the profile, which may be a second upstream call. */
const RECHECK_TIMEOUT_MS = 3_500;

/** A username can mean different users at different sources. */
const copyKey = (deps: Deps, username: string) =>
  `badges:${sourceName(deps)}:${username.toLowerCase()}`;

/** From KV, else from D1, which has a row for stored users only. */
async function readKept(deps: Deps, username: string): Promise<KeptBadges | null> {
  const copy = parseKept(await readKvText(deps, copyKey(deps, username), "badges_copy"));
  const now = deps.clock.now();
  if (copy && copy.expiresAt > now) return copy;
  const reading = withTimeout(ROW_TIMEOUT_MS, readBadges(deps.db, username));
  const row = parseKept(await reading.catch(logFailure("badges_copy")));
  return row && row.expiresAt > now ? row : null;
}

function keep(deps: Deps, username: string, kept: KeptBadges): void {
  const copied = writeKvText(deps, copyKey(deps, username), JSON.stringify(kept), {
    expirationTtl: BADGES_LIFETIME_MS / 1000,
    failureEvent: "badges_copy",
  });
  deps.waitUntil(copied);
  // The row names no source, and the archive's few facts must not outlive a switch back to Reddit.
  if (sourceName(deps) === "archive") return;
  const stored = keepBadges(deps.db, username, deps.clock.uuid(), kept);
  deps.waitUntil(stored.catch(logFailure("badges_copy")));
}

/** A refusal concerns one visitor: it is thrown, so that others who share the call ask for themselves. */
async function askOrThrow(deps: Deps, username: string): Promise<Checked<FoundUser>> {
  const checked = await askForUser(deps, username);
  if (checked.state === "not_asked") throw new OwnFailure(checked.refusal.code);
  return checked;
}

/** Returns null if the source was not asked or was late. Each visitor's budget is charged; the call is shared. */
async function recheckedUser(deps: Deps, username: string): Promise<Checked<FoundUser> | null> {
  const work = async () => {
    await admitCall(deps);
    return singleFlight(deps, `${copyKey(deps, username)}:recheck`, () =>
      askOrThrow(deps, username),
    );
  };
  return withTimeout(RECHECK_TIMEOUT_MS, work()).catch(() => null);
}

async function calculate(
  deps: Deps,
  username: string,
  profile: FoundUser,
  mayKeep: boolean,
): Promise<KeptBadges> {
  const { user } = await heartsOf(deps, { username, postIds: [] });
  const now = deps.clock.now();
  const merits = { ...profile, heartCount: user?.heartCount ?? 0, rank: user?.rank ?? null };
  const kept: KeptBadges = {
    badges: badgesFor(merits, now),
    calculatedAt: now,
    expiresAt: now + BADGES_LIFETIME_MS,
  };
  if (mayKeep) keep(deps, username, kept);
  return kept;
}

/** Where a profile comes from: just asked, the main source's cache, or the archive while Reddit fails. */
type Origin = "fresh" | "cached" | "fallback";

/**
 * Takes the profile as an argument: a refusal by one visitor's budget must not fail the shared calculation. The
 * archive knows too few facts for badges that are kept.
 */
function calculateOnce(
  deps: Deps,
  username: string,
  profile: FoundUser,
  origin: Origin,
): Promise<KeptBadges> {
  return singleFlight(deps, `${copyKey(deps, username)}:${origin}`, () =>
    calculate(atPrimary(deps), username, profile, origin !== "fallback"),
  );
}

async function calculateFromCache(deps: Deps, username: string): Promise<KeptBadges> {
  const { user, isFromFallback } = await lookUpUserAt(deps, username);
  if (!user) throw new AppError("badges.user_not_found");
  return calculateOnce(deps, username, user, isFromFallback ? "fallback" : "cached");
}

const answer = ({ badges }: KeptBadges): BadgesResponse => ({ success: true, badges });

/** For users removed at request; the source is not asked. */
const NO_BADGES: BadgesResponse = { success: true, badges: [] };

const isRemoved = async (deps: Deps, username: string): Promise<boolean> =>
  (await currentRemovals(deps)).hasUser(username);

export async function getBadges(deps: Deps, username: string): Promise<BadgesResponse> {
  if (await isRemoved(deps, username)) return NO_BADGES;
  return answer((await readKept(deps, username)) ?? (await calculateFromCache(deps, username)));
}

/**
 * Only a profile that the source has just sent renews kept badges: that call is limited, and so are the writes of
 * refreshes.
 */
export async function refreshBadges(deps: Deps, username: string): Promise<BadgesResponse> {
  if (await isRemoved(deps, username)) return NO_BADGES;
  const kept = await readKept(deps, username);
  const isRecent = kept && deps.clock.now() - kept.calculatedAt < REFRESH_EVERY_MS;
  if (isRecent) return answer(kept);
  const checked = await recheckedUser(deps, username);
  if (checked?.state === "deleted") throw new AppError("badges.user_not_found");
  const fresh = checked?.state === "there" ? checked.fresh : null;
  if (fresh) return answer(await calculateOnce(deps, username, fresh, "fresh"));
  return answer(kept ?? (await calculateFromCache(deps, username)));
}
