import { DAY_MS } from "#schema/time.ts";
import type { Profile } from "#normalise/profile.ts";
import type { Deps } from "#worker/deps.ts";
import { logFailure } from "#worker/lib/log.ts";
import { stampChecked } from "./listing-checks.store.ts";
import { profileFacts } from "./targets.service.ts";

/** A target is stamped at most once in this time, so a million hearted posts write at most two million rows a day. */
const STAMP_AFTER_MS = DAY_MS;
/** Noted checks are written at this age or number. */
const FLUSH_AFTER_MS = 30_000;
const FLUSH_AT_POSTS = 1_000;

interface Noted {
  since: number;
  postIds: Set<string>;
  usernames: Set<string>;
  profiles: Map<string, Profile>;
}

type CheckDeps = Pick<Deps, "clock" | "database" | "db" | "waitUntil">;

/** In this isolate. Unwritten checks are lost with it, and the re-check makes them again. */
const noted = new WeakMap<D1Database, Noted>();

async function flush({ db }: CheckDeps, { since, postIds, usernames, profiles }: Noted) {
  const listed = {
    postIds: [...postIds],
    usernames: [...usernames],
    profiles: [...profiles.values()].map(profileFacts),
  };
  await stampChecked(db, listed, since, since - STAMP_AFTER_MS).catch(logFailure("listing_checks"));
}

/** Writes after the answer and for many upstream calls at once; a page view without a call writes nothing. */
function note(deps: CheckDeps, add: (to: Noted) => void): void {
  const now = deps.clock.now();
  const to: Noted = noted.get(deps.database.binding) ?? {
    since: now,
    postIds: new Set(),
    usernames: new Set(),
    profiles: new Map(),
  };
  noted.set(deps.database.binding, to);
  add(to);
  if (to.postIds.size < FLUSH_AT_POSTS && now - to.since < FLUSH_AFTER_MS) return;
  noted.delete(deps.database.binding);
  deps.waitUntil(flush(deps, to));
}

/** A fetched listing proves that its posts and its creator exist. */
export function noteListing(deps: CheckDeps, username: string, postIds: readonly string[]): void {
  if (postIds.length === 0) return;
  note(deps, (to) => {
    to.usernames.add(username.toLowerCase());
    for (const id of postIds) to.postIds.add(id);
  });
}

/** A fetched profile proves that its user exists. */
export function noteProfile(deps: CheckDeps, profile: Profile): void {
  note(deps, (to) => to.profiles.set(profile.username.toLowerCase(), profile));
}
