import type { PostResponse } from "#schema/api/posts.ts";
import { POST_TARGET } from "#schema/api/hearts.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { heartsOrNone } from "#worker/hearts/hearts.service.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-subreddits.service.ts";
import { peek } from "#worker/source/cache.ts";
import { profileSpec, type KnownProfile } from "#worker/source/creator.ts";
import { lookUpPost } from "#worker/source/lookup.ts";
import { primaryName } from "#worker/source/open.ts";

async function heartsOfPost(deps: Deps, id: string) {
  const { posts } = await heartsOrNone(deps, { postIds: [id] });
  return posts.get(id) ?? { heartCount: 0, rank: null };
}

/** The author's picture if a search has brought it; no call is made for it. */
async function knownAvatar(deps: Deps, username: string): Promise<string | null> {
  const spec = profileSpec(deps, { source: primaryName(deps), username, deadline: 0 });
  const known: KnownProfile | undefined = (await peek(deps, spec))?.value;
  return known?.state === "ok" ? known.profile.avatarUrl : null;
}

/** One post, so that a link to it opens anywhere. */
export async function readPost(deps: Deps, id: string): Promise<PostResponse> {
  if (!POST_TARGET.test(id)) {
    throw new AppError("http.validation", { fields: { id: "Id is not valid" } });
  }
  const found = await lookUpPost(deps, id);
  if (!found) throw new AppError("posts.not_found");
  const { post } = found;
  const [hearts, names, authorAvatar] = await Promise.all([
    heartsOfPost(deps, post.id),
    nsfwNames(deps),
    knownAvatar(deps, post.author),
  ]);
  const subredditIsNsfw = names.has(post.subreddit.toLowerCase());
  return { success: true, post: { ...post, ...hearts, subredditIsNsfw, authorAvatar } };
}
