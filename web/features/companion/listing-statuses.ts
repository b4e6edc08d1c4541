import type { QueryClient } from "@tanstack/react-query";
import type { normaliseListing } from "#normalise/listing.ts";
import { quickHash } from "#normalise/quick-hash.ts";
import type { VoteStatusBatchResponse } from "#schema/api/hearts.ts";
import type { Post } from "#schema/api/posts.ts";
import { isInAdultCommunity } from "#schema/adult-community.ts";
import { ApiError } from "#web/api/api-error.ts";
import { request } from "#web/api/client.ts";
import { rememberUser } from "#web/api/user-data.ts";
import { sessionQuery } from "#web/features/auth/session.queries.ts";
import { storeListHeart } from "#web/features/hearts/heart-cache.ts";
import { vouchFor } from "./vouch.ts";

type NormalisedPosts = ReturnType<typeof normaliseListing>["posts"];

/** The ids of all posts of one medium: a removal of any of them hides the medium. */
const idsOf = ({ post, repostIds }: NormalisedPosts[number]): string[] => [post.id, ...repostIds];

export type Statuses = Awaited<ReturnType<typeof fetchStatuses>>;

interface StatusesRequest {
  client: QueryClient;
  username: string;
  signal: AbortSignal;
}

/**
 * Sends the name, the ids and the originals of crossposts with their authors. Returns counts, ranks, adult
 * communities and removals.
 */
export async function fetchStatuses(
  { client, username, signal }: StatusesRequest,
  posts: NormalisedPosts,
) {
  const origins = posts.flatMap((one) => one.origins.map(({ id, author }) => ({ id, author })));
  const askedAt = performance.now();
  const isSameUser = rememberUser();
  const { items, listing } = await request<VoteStatusBatchResponse>(
    "/api/leaderboard/vote-status",
    {
      method: "POST",
      isRead: true,
      body: {
        creator: username,
        items: posts.flatMap(idsOf).map((id) => ({ type: "post", id })),
        ...(origins.length > 0 && { origins }),
      },
      signal,
    },
  );
  if (!listing) throw new ApiError({ status: 0, code: "client.bad_answer" });
  if (isSameUser() && client.getQueryData(sessionQuery().queryKey)?.isAuthenticated) {
    const creator = { type: "user" as const, id: username, ...listing.creator };
    for (const { type, id, voted, heartCount } of [...items, creator])
      storeListHeart(client, { type, id }, { voted, heartCount, askedAt });
  }
  return { byId: new Map(items.map((item) => [item.id, item])), listing };
}

/** Adds the server's counts, ranks and adult communities to Reddit's posts, and drops posts removed at request. */
export function joinStatuses(
  posts: NormalisedPosts,
  statuses: Statuses,
  authorAvatar: string | null,
): Post[] {
  const { adultSubreddits, removed } = statuses.listing;
  const adult = new Set(adultSubreddits);
  const removedIds = new Set(removed.posts);
  const removedNames = new Set(removed.subreddits);
  const isShown = ({ subreddit }: { subreddit: string }) =>
    !removedNames.has(quickHash(subreddit.toLowerCase()));
  const shown = posts.filter(
    (one) =>
      [...idsOf(one), ...one.origins.map(({ id }) => id)].every((id) => !removedIds.has(id)) &&
      one.origins.every(isShown) &&
      [one.post, ...one.reposts].some(isShown),
  );
  const own = shown.map(({ post, reposts, origins }) => {
    const repost = isShown(post) ? undefined : reposts.find(isShown);
    const { heartCount = 0, rank = null } = statuses.byId.get((repost ?? post).id) ?? {};
    const subredditIsNsfw = isInAdultCommunity(post, origins, adult);
    const alsoIn = post.alsoIn.filter(
      (other) => isShown(other) && other.subreddit !== repost?.subreddit,
    );
    return { ...post, ...repost, alsoIn, heartCount, rank, subredditIsNsfw, authorAvatar };
  });
  vouchFor(own.map((post, at) => ({ ...post, origins: shown[at]?.origins })));
  return own;
}
