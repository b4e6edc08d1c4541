import type { Content } from "#sample/content/content.ts";
import type { PostSpec } from "#sample/post.ts";

type Extra = Partial<Omit<PostSpec, "content">>;
/** Title, community, hours ago, score, comments, content, overrides. */
export type Row = readonly [string, string, number, number, number, Content, Extra?];

/** Posts of one creator in the order of the rows; an id is the prefix and the row's number. */
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

/** A creator's post by its row, counted from 1. */
export function nth(creator: { posts: readonly PostSpec[] }, number: number): PostSpec {
  const found = creator.posts[number - 1];
  if (!found) throw new Error(`no post ${number}`);
  return found;
}
