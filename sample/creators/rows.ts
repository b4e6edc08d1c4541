import type { Content } from "#sample/content/content.ts";
import type { PostSpec } from "#sample/post.ts";

type Extra = Partial<Omit<PostSpec, "content">>;
/** Title, community, hours ago, score, comments, what is in it, and what is special about it. */
export type Row = readonly [string, string, number, number, number, Content, Extra?];

/** Posts of one creator, in the order written; ids are the prefix and the number of the row. */
export function rows(prefix: string, list: readonly Row[]): PostSpec[] {
  return list.map(([title, subreddit, age, score, comments, content, extra], index) => ({
    id: prefix + String(index + 1).padStart(3, "0"),
    title,
    subreddit,
    age,
    score,
    comments,
    content,
    ...extra,
  }));
}

/** A creator's post by its number, counted from 1. */
export function nth(creator: { posts: readonly PostSpec[] }, number: number): PostSpec {
  const found = creator.posts[number - 1];
  if (!found) throw new Error(`no post ${number}`);
  return found;
}
