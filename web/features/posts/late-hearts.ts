import type { QueryClient } from "@tanstack/react-query";
import type { ListingAnswer } from "#web/features/companion/listing-answer.ts";
import { seedHearts } from "#web/features/hearts/heart-cache.ts";
import { requestHeartStatus } from "#web/features/hearts/heart-status.ts";
import { heartsIn, type searchQuery } from "./posts.queries.ts";

/** The page with the counts, and the creator's rank, that it was sent without. */
async function filled(client: QueryClient, page: ListingAnswer): Promise<ListingAnswer> {
  const targets = heartsIn(page);
  const hearts = await Promise.all(targets.map((target) => requestHeartStatus(target, true)));
  const known = targets.map((target, at) => ({
    ...target,
    heartCount: hearts[at]?.heartCount ?? 0,
    rank: hearts[at]?.rank ?? null,
  }));
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

/** Puts the page with its counts into the place of the one without. */
export async function fillHearts(
  client: QueryClient,
  page: ListingAnswer,
  { queryKey }: ReturnType<typeof searchQuery>,
): Promise<void> {
  const whole = await filled(client, page);
  client.setQueryData(
    queryKey,
    (data) => data && { ...data, pages: data.pages.map((one) => (one === page ? whole : one)) },
  );
}
