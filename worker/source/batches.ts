import type { ProfileState } from "#schema/api/posts.ts";
import type { Deps } from "#worker/deps.ts";
import { log } from "#worker/log.ts";
import { makeBatch, parseBatch, printBatch, type Batch } from "./batch.ts";
import {
  FRESH_MS,
  KEEP_MS,
  NEGATIVE_MS,
  readThrough,
  type CacheSpec,
  type Loaded,
} from "./cache.ts";
import { freshProfile, readProfile, type KnownProfile, type Walk } from "./creator.ts";
import { quickHash } from "./hash.ts";
import { withMediaAt } from "./media-address.ts";
import { normaliseListing } from "./normalise/listing.ts";
import type { NormalisedPost } from "./normalise/post.ts";
import type { Profile } from "./normalise/profile.ts";
import { openSource } from "./open.ts";
import type { Answer, RawListing } from "./port.ts";
import { leavesRoomInBackground } from "./quota.ts";

/** Beyond this an empty listing means that the posts are hidden, not that there are none. */
const HIDDEN_KARMA = 10;
/** How much longer than the listing a profile may take before the posts come without it. */
const PROFILE_PATIENCE_MS = 2_500;
/** A copy without its profile is replaced sooner. */
const INCOMPLETE_MS = 60_000;
/** Signed addresses are not handed out in their last minute. */
const EXPIRY_MARGIN_MS = 60_000;
const LONGEST_KEY_PART = 100;

type Settled<T> = { done: T } | { failed: unknown };

const settle = <T>(work: Promise<T>): Promise<Settled<T>> =>
  work.then(
    (done) => ({ done }),
    (failed: unknown) => ({ failed }),
  );

interface Judged {
  state: ProfileState;
  listing: RawListing;
}

const NOTHING: RawListing = { children: [], next: null };

/** The profile decides where it speaks; a listing that failed is never taken for an empty one. */
function judge(listing: Settled<Answer<RawListing>>, profile: Settled<KnownProfile>): Judged {
  const known = "done" in profile ? profile.done : null;
  if (known?.state === "ok" && known.profile.isSuspended) {
    return { state: "suspended", listing: NOTHING };
  }
  const answer = "done" in listing ? listing.done : null;
  const children = answer?.state === "ok" ? answer.value.children : [];
  if (known?.state === "missing" && children.length === 0) {
    return { state: "not_found", listing: NOTHING };
  }
  if ("failed" in listing) throw listing.failed;
  if (answer?.state === "ok") {
    const isEmpty = children.length === 0 && answer.value.next === null;
    const hides = isEmpty && known?.state === "ok" && known.profile.linkKarma > HIDDEN_KARMA;
    return { state: hides ? "hidden" : "ok", listing: answer.value };
  }
  if (known?.state === "ok") return { state: "hidden", listing: NOTHING };
  if ("failed" in profile) throw profile.failed;
  return { state: answer?.state === "missing" ? "not_found" : "hidden", listing: NOTHING };
}

/** Posts do not wait long for a profile; where there are none, the profile is the answer. */
async function profileBeside(
  deps: Deps,
  walk: Walk,
  work: Promise<Settled<KnownProfile>>,
  listing: Settled<Answer<RawListing>>,
): Promise<Settled<KnownProfile>> {
  const hasPosts =
    "done" in listing && listing.done.state === "ok" && listing.done.value.children.length > 0;
  if (!hasPosts) return settle(freshProfile(deps, walk));
  const late = new Promise<Settled<KnownProfile>>((resolve) => {
    deps.clock
      .timeout(PROFILE_PATIENCE_MS)
      .addEventListener("abort", () => resolve({ failed: new Error("late") }), { once: true });
  });
  return Promise.race([work, late]);
}

function loadedBatch(deps: Deps, batch: Batch, posts: NormalisedPost[]): Loaded<Batch> {
  const now = deps.clock.now();
  if (batch.head.state === "not_found") {
    return { value: batch, freshMs: NEGATIVE_MS, goodUntil: now + NEGATIVE_MS };
  }
  const ends = posts.flatMap(({ expiresAt }) => expiresAt ?? []);
  const goodUntil = Math.min(now + KEEP_MS, ...ends.map((end) => end - EXPIRY_MARGIN_MS));
  return { value: batch, freshMs: batch.head.profile ? FRESH_MS : INCOMPLETE_MS, goodUntil };
}

/** What a batch inherits from the one before it in the walk. */
interface Chain {
  profile: Profile | null;
  before: string[];
}

async function loadFirst(deps: Deps, walk: Walk): Promise<Loaded<Batch>> {
  const source = openSource(deps, walk.source, walk.deadline);
  const profileWork = settle(readProfile(deps, walk));
  const listing = await settle(
    source.listing({ username: walk.username, sort: walk.sort, from: "" }),
  );
  const profile = await profileBeside(deps, walk, profileWork, listing);
  const { state, listing: found } = judge(listing, profile);
  const known = "done" in profile && profile.done.state === "ok" ? profile.done.profile : null;
  return normalised(deps, walk, found, { state, profile: known, before: [] });
}

async function loadNext(
  deps: Deps,
  walk: Walk,
  from: string,
  chain: Chain | null,
): Promise<Loaded<Batch>> {
  const source = openSource(deps, walk.source, walk.deadline);
  const profile = chain
    ? chain.profile
    : await readProfile(deps, walk).then(
        (known) => (known.state === "ok" ? known.profile : null),
        () => null,
      );
  const answer = await source.listing({ username: walk.username, sort: walk.sort, from });
  const listing = answer.state === "ok" ? answer.value : NOTHING;
  return normalised(deps, walk, listing, { state: "ok", profile, before: chain?.before ?? [] });
}

function normalised(
  deps: Deps,
  walk: Walk,
  listing: RawListing,
  facts: Chain & { state: ProfileState },
): Loaded<Batch> {
  const source = openSource(deps, walk.source);
  const now = deps.clock.now() + EXPIRY_MARGIN_MS;
  const owner = facts.profile?.username ?? walk.username;
  const { posts, dropped } = normaliseListing(listing.children, now, owner);
  if (dropped > 0) log("warn", "posts_dropped", { dropped, source: walk.source });
  const mapped = posts.map((found) => withMediaAt(found, source));
  return loadedBatch(deps, makeBatch(mapped, { ...facts, next: listing.next }), mapped);
}

export function batchSpec(
  deps: Deps,
  walk: Walk,
  from: string,
  chain: Chain | null,
): CacheSpec<Batch> {
  const { scope } = openSource(deps, walk.source);
  const start = from.length > LONGEST_KEY_PART ? quickHash(from) : from;
  return {
    key: `listing:v1:${scope}:${walk.sort}:${walk.username.toLowerCase()}:${start}`,
    print: printBatch,
    parse: parseBatch,
    mayRefresh: (age) => leavesRoomInBackground(deps, scope, age),
    load: (previous) =>
      from === ""
        ? loadFirst(deps, walk)
        : loadNext(deps, walk, from, chain ?? (previous && inherited(previous))),
  };
}

const inherited = ({ head }: Batch): Chain => ({ profile: head.profile, before: head.before });

/** What the batch after this one is told. */
export const chainAfter = ({ head }: Batch): Chain => ({
  profile: head.profile,
  before: [...head.before, ...head.media],
});

export const readBatch = (deps: Deps, walk: Walk, from: string, chain: Chain | null) =>
  readThrough(deps, batchSpec(deps, walk, from, chain));
