import { archiveStandIn, besideReddit } from "./archive-stand-in.ts";
import { picturePosts, REDDIT_ENV, standIn, type RawPost } from "./stand-in.ts";
import { testApp, testClock } from "./test-app.ts";

export const FALLBACK = { ...REDDIT_ENV, ARCHIVE_FALLBACK: "on" };
/** The length at which the stand-in cuts a listing off. */
export const REDDITS = 1_000;

export const postsOf = (author: string, count = 1_150) =>
  picturePosts(count).map((post): RawPost => ({ ...post, author }));

/** Reddit lists the first REDDITS posts and knows all of them by id; the archive has all. */
export function longWorld(
  author: string,
  env: Record<string, string> = FALLBACK,
  all = postsOf(author),
) {
  const reddit = standIn({ [author]: { posts: all.slice(0, REDDITS) } });
  const archive = archiveStandIn(all);
  const known = new Map(all.map((post) => [String(post.name), post]));
  reddit.instead = (url) => {
    if (url.pathname !== "/api/info") return null;
    const ids = (url.searchParams.get("id") ?? "").split(",");
    const children = ids.flatMap((id) => known.get(id) ?? []);
    return Response.json({ data: { children: children.map((data) => ({ kind: "t3", data })) } });
  };
  const fetch = besideReddit(reddit, archive);
  const calls = () =>
    reddit.calls.filter((call) => !call.includes("access_token")).length + archive.calls.length;
  const clock = testClock();
  return { all, reddit, archive, known, calls, clock, app: testApp({ fetch, env, clock }) };
}
