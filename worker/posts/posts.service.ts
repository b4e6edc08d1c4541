import type { StoredPost } from "#normalise/post.ts";
import type { Post, PostResponse } from "#schema/api/posts.ts";
import { isInAdultCommunity } from "#schema/adult-community.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { postHearts, type Hearts } from "#worker/hearts/hearts.rules.ts";
import { heartsFor } from "#worker/hearts/hearts.service.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-names.service.ts";
import { cachedProfile } from "#worker/lookup/profile.ts";
import { lookUpPost, type FoundPost } from "#worker/lookup/look-up.ts";
import { withPostPrefix } from "#schema/reddit-id.ts";
import { shownAlsoIn } from "#worker/removals/removal-list.rules.ts";
import { currentRemovals } from "#worker/removals/removal-list.service.ts";
import { keepsDeleted, openMainSource } from "#worker/source/open.ts";

const isArchived = (deps: Deps, { isFromFallback }: FoundPost): boolean =>
  isFromFallback === true || keepsDeleted(openMainSource(deps));

/** Throws posts.not_found for the archive's copy of a post that is known as deleted, or whose author is. */
async function readHearts(deps: Deps, found: FoundPost, waits: boolean): Promise<Hearts | null> {
  const { id, username } = found.post;
  const needsCounts = isArchived(deps, found);
  if (!needsCounts) return heartsFor(deps, { postIds: [id] }, { waits, needsCounts });
  const hearts = await heartsFor(deps, { username, postIds: [id] }, { waits, needsCounts });
  if (hearts?.gone.user || hearts?.gone.posts.has(id)) throw new AppError("posts.not_found");
  return hearts;
}

/** Throws posts.removed, posts.not_found and the source's errors. */
async function findShownPost(deps: Deps, id: string) {
  const removed = await currentRemovals(deps);
  if (removed.hasPost(withPostPrefix(id))) throw new AppError("posts.removed");
  const found = await lookUpPost(deps, id, removed.hidesFound);
  if (!found) throw new AppError("posts.not_found");
  return { ...found, removed };
}

/** For link previews, which need no counts but those of the archive's posts. */
export async function readPreviewedPost(
  deps: Deps,
  id: string,
): Promise<StoredPost & Pick<Post, "subredditIsNsfw">> {
  const found = await findShownPost(deps, id);
  if (isArchived(deps, found)) await readHearts(deps, found, true);
  const { post, origins } = found;
  const names = await nsfwNames(deps);
  return { ...post, subredditIsNsfw: isInAdultCommunity(post, origins, names) };
}

export async function readPost(
  deps: Deps,
  id: string,
  waitForHearts: boolean,
): Promise<PostResponse> {
  const found = await findShownPost(deps, id);
  const { post, origins, removed } = found;
  const [hearts, names, author] = await Promise.all([
    readHearts(deps, found, waitForHearts),
    nsfwNames(deps),
    // Cache only: an author's picture is not worth an upstream call.
    cachedProfile(deps, openMainSource(deps), post.author),
  ]);
  const subredditIsNsfw = isInAdultCommunity(post, origins, names);
  const alsoIn = shownAlsoIn(post.alsoIn, removed);
  const authorAvatar = author?.avatarUrl ?? null;
  const counts = postHearts(hearts, post.id);
  return { success: true, post: { ...post, ...counts, subredditIsNsfw, authorAvatar, alsoIn } };
}
