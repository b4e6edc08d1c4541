import type { QueryClient } from "@tanstack/react-query";
import type { ListingAnswer } from "#web/features/companion/listing-answer.ts";
import { seedHearts } from "#web/features/hearts/heart-cache.ts";
import { requestHeartStatus } from "#web/features/hearts/heart-status.ts";
import { heartsIn, type searchQuery } from "#web/features/search/search.queries.ts";

/** Adds the missing counts and the creator's missing rank to the page. */
async function fetchMissingHearts(
  client: QueryClient,
  page: ListingAnswer,
): Promise<ListingAnswer> {
  const targets = heartsIn(page);
  const known = await Promise.all(
    targets.map(async (target) => ({ ...target, ...(await requestHeartStatus(target, true)) })),
  );
  seedHearts(client, known);
  const byId = new Map(known.map((heart) => [heart.id, heart]));
  const { posts, userInfo } = page;
  const { heartCount = 0, rank = null } = byId.get(userInfo?.username ?? "") ?? {};
  return {
    ...page,
    posts: posts.map((post) => ({ ...post, heartCount: byId.get(post.id)?.heartCount ?? 0 })),
    userInfo: userInfo && { ...userInfo, heartCount, rank },
  };
}

/** Replaces the page in the cache by the page with counts. */
export async function fillHearts(
  client: QueryClient,
  page: ListingAnswer,
  { queryKey }: ReturnType<typeof searchQuery>,
): Promise<void> {
  const whole = await fetchMissingHearts(client, page);
  client.setQueryData(
    queryKey,
    (data) => data && { ...data, pages: data.pages.map((one) => (one === page ? whole : one)) },
  );
}
