import type { BadgesResponse } from "#schema/api/badges.ts";
import { REDDIT_NAME } from "#schema/username.ts";
import { sweep } from "#worker/cron/sweep.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { heartsOf } from "#worker/hearts/hearts.service.ts";
import { errorFields, log } from "#worker/log.ts";
import { within } from "#worker/retry.ts";
import { sourceName } from "#worker/source/choose.ts";
import { lookUpUser, recheck, type Checked, type FoundUser } from "#worker/source/lookup.ts";
import { singleFlight } from "#worker/source/single-flight.ts";
import { badgesFor, parseKept, type KeptBadges } from "./badges.rules.ts";
import { KEPT_BADGES, keepBadges, readBadges } from "./badges.store.ts";

const KEEP_MS = 24 * 60 * 60_000;
/** A refresh that follows another this closely gets the other's answer. */
const REFRESH_EVERY_MS = 60_000;
const PATIENCE_MS = 1_000;
/** And then the cache is asked, or once more the source: both together fit into one answer's time. */
const AFRESH_MS = 3_500;

/** Different sources know different people by one name. */
const copyKey = (deps: Deps, username: string) =>
  `badges:${sourceName(deps)}:${username.toLowerCase()}`;

async function orNull(work: Promise<string | null>): Promise<string | null> {
  try {
    return await within(PATIENCE_MS, work);
  } catch (error) {
    log("warn", "badges_copy", errorFields(error));
    return null;
  }
}

/** KV's copy, else the row that only stored users have; badges can be worked out without either. */
async function readKept(deps: Deps, username: string): Promise<KeptBadges | null> {
  const copy = parseKept(await orNull(deps.kv.get(copyKey(deps, username))));
  const now = deps.clock.now();
  if (copy && copy.expiresAt > now) return copy;
  const row = parseKept(await orNull(readBadges(deps.d1, username)));
  return row && row.expiresAt > now ? row : null;
}

async function keep(deps: Deps, username: string, kept: KeptBadges): Promise<void> {
  const expirationTtl = KEEP_MS / 1000;
  const outcomes = await Promise.allSettled([
    deps.kv.put(copyKey(deps, username), JSON.stringify(kept), { expirationTtl }),
    keepBadges(deps.d1, username, deps.clock.uuid(), kept),
  ]);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") log("warn", "badges_copy", errorFields(outcome.reason));
  }
}

/** null: no news. */
async function recheckedUser(deps: Deps, username: string): Promise<Checked<FoundUser> | null> {
  const work = recheck(deps, { names: [username] });
  const found = await within(AFRESH_MS, work).catch(() => null);
  return found?.users.get(username) ?? null;
}

/** A refresh asks past the profile's cache; where the quota does not allow it, the cache will do. */
async function readProfile(
  deps: Deps,
  username: string,
  afresh: boolean,
): Promise<FoundUser | null> {
  const checked = afresh ? await recheckedUser(deps, username) : null;
  if (checked?.state === "there" && checked.fresh) return checked.fresh;
  return checked?.state === "deleted" ? null : lookUpUser(deps, username);
}

async function calculate(deps: Deps, username: string, afresh: boolean): Promise<KeptBadges> {
  const [profile, { user }] = await Promise.all([
    readProfile(deps, username, afresh),
    heartsOf(deps, { username, postIds: [] }),
  ]);
  if (!profile) throw new AppError("badges.user_not_found");
  const now = deps.clock.now();
  const merits = { ...profile, heartCount: user?.heartCount ?? 0, rank: user?.rank ?? null };
  const kept: KeptBadges = {
    badges: badgesFor(merits, now),
    calculatedAt: now,
    expiresAt: now + KEEP_MS,
  };
  await keep(deps, username, kept);
  return kept;
}

const calculateOnce = (deps: Deps, username: string, afresh: boolean) =>
  singleFlight(deps, `${copyKey(deps, username)}:${afresh}`, () =>
    calculate(deps, username, afresh),
  );

const answer = ({ badges }: KeptBadges): BadgesResponse => ({ success: true, badges });

function refuseImpossible(username: string): void {
  if (!REDDIT_NAME.test(username)) throw new AppError("badges.user_not_found");
}

export async function getBadges(deps: Deps, username: string): Promise<BadgesResponse> {
  refuseImpossible(username);
  return answer((await readKept(deps, username)) ?? (await calculateOnce(deps, username, false)));
}

export async function refreshBadges(deps: Deps, username: string): Promise<BadgesResponse> {
  refuseImpossible(username);
  const kept = await readKept(deps, username);
  const isRecent = kept && deps.clock.now() - kept.calculatedAt < REFRESH_EVERY_MS;
  return answer(isRecent ? kept : await calculateOnce(deps, username, true));
}

export const expireBadges = sweep("badges", KEPT_BADGES);
