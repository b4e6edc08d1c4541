import type { Post } from "#schema/api/posts.ts";
import { peekEntry, type CacheEntry } from "#worker/cache/entry-store.ts";
import { refetch, type CacheSpec } from "#worker/cache/read-through.ts";
import type { Deps } from "#worker/deps.ts";
import type { RemovalList } from "#worker/removals/removal-list.rules.ts";
import type { PostSource } from "#worker/source/port.ts";
import { postOf, type AnswerParts, withoutUnknown } from "./answer.ts";
import type { Batch, Brief } from "./batch.ts";
import { isLineRemoved } from "./is-line-removed.ts";
import { batchSpec } from "./load-batch.ts";
import { shownPost } from "./shown-repost.ts";

/** The cached first batch of a creator's listing. */
export type Newest = CacheEntry<Batch>;

/** A post whose line is not parsed yet. */
export interface NewestPost {
  id: string;
  /** Epoch seconds. */
  created: number;
  line: string;
  brief: Brief;
  avatarUrl: string | null;
}

/** The caller has to leave out creators removed at request. */
function newestSpec(deps: Deps, source: PostSource, username: string): CacheSpec<Batch> {
  const admit = () => Promise.resolve();
  return batchSpec(deps, { source, username, sort: "new", admit }, "", null);
}

/** Makes no upstream call. */
export const peekNewest = (
  deps: Deps,
  source: PostSource,
  username: string,
): Promise<Newest | null> => peekEntry(deps, newestSpec(deps, source, username));

/** Bypasses the cache; charges the visitor's budget. */
export const fetchNewest = (deps: Deps, source: PostSource, username: string): Promise<Newest> =>
  refetch(deps, newestSpec(deps, source, username));

/** In the listing's order, without removed posts. */
export function postsIn({ value: { head, lines } }: Newest, removed: RemovalList): NewestPost[] {
  const avatarUrl = head.profile?.avatarUrl ?? null;
  return head.briefs.slice(0, head.own).flatMap((brief, index) => {
    const line = lines[index] ?? "";
    if (!removed.isEmpty && isLineRemoved(removed, brief)) return [];
    return { ...shownPost(removed, brief), line, brief, avatarUrl };
  });
}

export const postsFromLines = (
  posts: readonly NewestPost[],
  parts: Pick<AnswerParts, "hearts" | "nsfwNames" | "removed">,
): Post[] => withoutUnknown(posts.map((post) => postOf(post, parts, post.avatarUrl)));
