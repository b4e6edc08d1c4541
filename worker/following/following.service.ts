import type * as z from "zod/mini";
import {
  type FollowedCreator,
  type FollowingResponse,
  type followingRequest,
  type Refresh,
} from "#schema/api/following.ts";
import { MAX_FOLLOWED } from "#schema/max-followed.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { heartsFor } from "#worker/hearts/hearts.service.ts";
import { errorFields, log, logFailure } from "#worker/lib/log.ts";
import { withTimeout } from "#worker/lib/with-timeout.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-names.service.ts";
import { currentRemovals } from "#worker/removals/removal-list.service.ts";
import { savedUsers } from "#worker/saved/saved.service.ts";
import {
  fetchNewest,
  peekNewest,
  postsIn,
  postsFromLines,
  type Newest,
} from "#worker/search/newest.service.ts";
import { keepsDeleted, openMainSource } from "#worker/source/open.ts";
import type { PostSource } from "#worker/source/port.ts";
import { readGoneUsers } from "#worker/targets/gone.store.ts";
import { nextToRefresh, takePage } from "./following.rules.ts";

type FollowingQuery = z.output<typeof followingRequest>;

interface Followed {
  username: string;
  avatarUrl: string | null;
}

interface Listed {
  creator: FollowedCreator;
  newest: Newest | null;
}

/** The account's hearted creators, else the names that the device sent. */
async function followedBy(
  deps: Deps,
  accountId: string | null,
  { users }: FollowingQuery,
): Promise<{ creators: Followed[]; followed: number }> {
  if (accountId !== null) {
    const hearted = await savedUsers(deps, accountId, { limit: MAX_FOLLOWED, after: undefined });
    return { creators: hearted.users, followed: hearted.total };
  }
  if (!users) throw new AppError("auth.required");
  const byName = new Map(users.map((username) => [username.toLowerCase(), username]));
  const creators = [...byName.values()].map((username) => ({ username, avatarUrl: null }));
  return { creators, followed: creators.length };
}

function listed(deps: Deps, { username, avatarUrl }: Followed, newest: Newest | null): Listed {
  const head = newest?.value.head;
  const creator: FollowedCreator = {
    username: head?.profile?.username ?? username,
    avatarUrl: head?.profile?.avatarUrl ?? avatarUrl,
    state: head?.state ?? "waiting",
    fetchedAt: newest && new Date(newest.fetchedAt).toISOString(),
    isFresh: newest !== null && newest.freshUntil > deps.clock.now(),
  };
  return { creator, newest };
}

const REFUSALS = new Set(["search.too_many", "reddit.rate_limited", "archive.rate_limited"]);

/** A failed refresh never fails the feed: cached listings are shown. */
async function refreshOne(
  deps: Deps,
  source: PostSource,
  all: Listed[],
  tried: readonly string[],
): Promise<Refresh | null> {
  const creators = all.map(({ creator }) => creator);
  const username = nextToRefresh(creators, tried);
  const index = creators.findIndex((creator) => creator.username === username);
  const creator = creators[index];
  if (!creator || username === null) return null;
  try {
    all[index] = listed(deps, creator, await fetchNewest(deps, source, username));
    return { username, outcome: "done" };
  } catch (error) {
    const isRefused = error instanceof AppError && REFUSALS.has(error.code);
    if (!isRefused) log("warn", "following_refresh", errorFields(error));
    return { username, outcome: isRefused ? "refused" : "failed" };
  }
}

const GONE_TIMEOUT_MS = 2_000;

/** The archive has posts of deleted creators. Where the database fails they are shown, as in a search. */
async function goneAmong(deps: Deps, source: PostSource, names: string[]): Promise<Set<string>> {
  if (!keepsDeleted(source)) return new Set();
  const reading = withTimeout(GONE_TIMEOUT_MS, readGoneUsers(deps.db, names));
  return (await reading.catch(logFailure("hearts_left_out"))) ?? new Set();
}

/** Decision 114 has its cost. */
export async function followingFeed(
  deps: Deps,
  accountId: string | null,
  query: FollowingQuery,
): Promise<FollowingResponse> {
  const [{ creators, followed }, removed] = await Promise.all([
    followedBy(deps, accountId, query),
    currentRemovals(deps),
  ]);
  const source = openMainSource(deps);
  const names = creators.map(({ username }) => username);
  const gone = await goneAmong(deps, source, names);
  const shownCreators = creators.filter(
    ({ username }) => !removed.hasUser(username) && !gone.has(username.toLowerCase()),
  );
  const all = await Promise.all(
    shownCreators.map(async (one) =>
      listed(deps, one, await peekNewest(deps, source, one.username)),
    ),
  );
  const refreshed = query.refresh ? await refreshOne(deps, source, all, query.tried) : null;
  const posts = all.flatMap(({ newest }) => (newest ? postsIn(newest, removed) : []));
  const { shown, nextPage } = takePage(posts, query.after, query.limit);
  const [hearts, adult] = await Promise.all([
    heartsFor(deps, { postIds: shown.map(({ id }) => id) }, { waits: false, needsCounts: true }),
    nsfwNames(deps),
  ]);
  const isShown = ({ id }: { id: string }) => !keepsDeleted(source) || !hearts?.gone.posts.has(id);
  const parts = { hearts, nsfwNames: adult, removed };
  return {
    success: true,
    posts: postsFromLines(shown.filter(isShown), parts),
    nextPage,
    total: posts.length,
    creators: all.map(({ creator }) => creator),
    followed,
    refreshed,
  };
}
