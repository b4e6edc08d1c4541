import type { SourceName, Sort } from "#schema/api/posts.ts";
import type { Deps } from "#worker/deps.ts";
import { FRESH_MS, KEEP_MS, NEGATIVE_MS, readThrough, refetch, type CacheSpec } from "./cache.ts";
import { normaliseProfile, type Profile } from "./normalise/profile.ts";
import { openSource } from "./open.ts";
import { leavesRoomInBackground } from "./quota.ts";

/** Whose posts, from where, in which order. */
export interface Walk {
  source: SourceName;
  username: string;
  sort: Sort;
  /** When the whole answer has to be there, in epoch milliseconds. */
  deadline: number;
}

type ProfileQuestion = Pick<Walk, "source" | "username" | "deadline">;

/**
 * A profile changes less often than what its owner posts: kept longer, a creator's next listing costs
 * one call and not two. What looks like trouble is asked again: freshProfile().
 */
const LASTS_LONGER = 7;

export type KnownProfile = { state: "ok"; profile: Profile } | { state: "missing" | "forbidden" };

export function profileSpec(deps: Deps, walk: ProfileQuestion) {
  const { scope } = openSource(deps, walk.source);
  const spec: CacheSpec<KnownProfile> = {
    key: `profile:v1:${scope}:${walk.username.toLowerCase()}`,
    print: (value) => JSON.stringify(value),
    parse: (text) => JSON.parse(text) as KnownProfile,
    mayRefresh: (age) => leavesRoomInBackground(deps, scope, age / LASTS_LONGER),
    load: async () => {
      const source = openSource(deps, walk.source, walk.deadline);
      const answer = await source.profile(walk.username);
      const now = deps.clock.now();
      if (answer.state !== "ok") {
        return { value: answer, freshMs: NEGATIVE_MS, goodUntil: now + NEGATIVE_MS };
      }
      const profile = normaliseProfile(answer.value, walk.username);
      const avatarUrl = profile.avatarUrl && source.mediaUrl(profile.avatarUrl);
      return {
        value: { state: "ok", profile: { ...profile, avatarUrl } },
        freshMs: FRESH_MS,
        goodUntil: now + LASTS_LONGER * KEEP_MS,
      };
    },
  };
  return spec;
}

/** The profile from the cache or the source; throws the source's errors. */
export async function readProfile(deps: Deps, walk: ProfileQuestion): Promise<KnownProfile> {
  return (await readThrough(deps, profileSpec(deps, walk))).entry.value;
}

/** The profile as it is now, as far as the source can be asked: where it decides what is shown. */
export async function freshProfile(deps: Deps, walk: ProfileQuestion): Promise<KnownProfile> {
  const spec = profileSpec(deps, walk);
  const { entry } = await readThrough(deps, spec);
  if (entry.fetchedAt > deps.clock.now() - FRESH_MS) return entry.value;
  return (await refetch(deps, spec).catch(() => entry)).value;
}
