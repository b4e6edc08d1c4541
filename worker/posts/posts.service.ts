import type { StoredPost } from "#normalise/post.ts";
import type { Post, PostResponse } from "#schema/api/posts.ts";
import { isInAdultCommunity } from "#schema/adult-community.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { postHearts } from "#worker/hearts/hearts.rules.ts";
import { heartsFor } from "#worker/hearts/hearts.service.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-names.service.ts";
import { cachedProfile } from "#worker/lookup/profile.ts";
import { lookUpPost } from "#worker/lookup/look-up.ts";
import { withPostPrefix } from "#schema/reddit-id.ts";
import { shownAlsoIn } from "#worker/removals/removal-list.rules.ts";
import { currentRemovals } from "#worker/removals/removal-list.service.ts";
import { openMainSource } from "#worker/source/open.ts";

const heartsOfPost = async (deps: Deps, id: string, waits: boolean) =>
  postHearts(await heartsFor(deps, { postIds: [id] }, waits), id);

/** Cache only: an author's picture is not worth an upstream call. */
async function cachedAvatar(deps: Deps, username: string): Promise<string | null> {
  return (await cachedProfile(deps, openMainSource(deps), username))?.avatarUrl ?? null;
}

/** Throws posts.removed, posts.not_found and the source's errors. */
async function findShownPost(deps: Deps, id: string) {
  const removed = await currentRemovals(deps);
  if (removed.hasPost(withPostPrefix(id))) throw new AppError("posts.removed");
  const found = await lookUpPost(deps, id, removed.hidesFound);
  if (!found) throw new AppError("posts.not_found");
  return { ...found, removed };
}

/** For link previews, which need no counts. */
export async function readPreviewedPost(
  deps: Deps,
  id: string,
): Promise<StoredPost & Pick<Post, "subredditIsNsfw">> {
  const { post, origins } = await findShownPost(deps, id);
  const names = await nsfwNames(deps);
  return { ...post, subredditIsNsfw: isInAdultCommunity(post, origins, names) };
}

export async function readPost(
  deps: Deps,
  id: string,
  waitForHearts: boolean,
): Promise<PostResponse> {
  const { post, origins, removed } = await findShownPost(deps, id);
  const [hearts, names, authorAvatar] = await Promise.all([
    heartsOfPost(deps, post.id, waitForHearts),
    nsfwNames(deps),
    cachedAvatar(deps, post.author),
  ]);
  const subredditIsNsfw = isInAdultCommunity(post, origins, names);
  const alsoIn = shownAlsoIn(post.alsoIn, removed);
  return { success: true, post: { ...post, ...hearts, subredditIsNsfw, authorAvatar, alsoIn } };
}
