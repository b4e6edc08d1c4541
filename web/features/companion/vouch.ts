import type { VoteResponse, VouchedPost } from "#schema/api/hearts.ts";
import type { Post } from "#schema/api/posts.ts";
import { MAX_ORIGINS, type CrosspostOrigin } from "#schema/crosspost-origin.ts";
import { REDDIT_PICTURE } from "#schema/reddit-picture.ts";
import { ApiError } from "#web/api/api-error.ts";
import { request } from "#web/api/client.ts";
import { sharedVoteState, type HeartTarget } from "#web/features/hearts/heart-cache.ts";

/** Room for two listings, which Reddit ends at 1000 posts. */
const MAX_COMPANION_POSTS = 2_000;

interface CompanionPost extends Post {
  origins?: CrosspostOrigin[] | undefined;
}

/** The last posts that the companion showed, by id. */
const companionPosts = new Map<string, CompanionPost>();

/** The server's source does not know the target, or does not answer. */
export const isUnknownToServer = (error: unknown): boolean =>
  error instanceof ApiError &&
  /_not_found$|\.not_found$|^reddit\.|^archive\./.test(error.code ?? "");

/** The data needed to list the post as saved, and to compare it with the source later. */
function vouchedPostOf(post: CompanionPost): VouchedPost {
  const { username, title, subreddit, created, isNsfw, isSpoiler, mediaType, thumbnailUrl } = post;
  const origins = post.origins?.length ? post.origins.slice(0, MAX_ORIGINS) : undefined;
  const facts = { username, title, subreddit, created, isNsfw, isSpoiler, mediaType, origins };
  return thumbnailUrl && REDDIT_PICTURE.test(thumbnailUrl) ? { ...facts, thumbnailUrl } : facts;
}

async function retryVote(error: unknown, { id }: HeartTarget): Promise<Partial<VoteResponse>> {
  const post = companionPosts.get(id);
  if (!post || !isUnknownToServer(error)) throw error;
  const path = `/api/leaderboard/posts/${id}/vouched-vote`;
  return request<VoteResponse>(path, { method: "POST", body: vouchedPostOf(post) });
}

/** Votes for these posts that the server cannot take are sent again with the card's data (decision 124). */
export function vouchFor(posts: readonly CompanionPost[]): void {
  for (const post of posts) {
    companionPosts.delete(post.id);
    companionPosts.set(post.id, post);
  }
  for (const id of [...companionPosts.keys()].slice(0, -MAX_COMPANION_POSTS))
    companionPosts.delete(id);
  sharedVoteState.retry = retryVote;
}
