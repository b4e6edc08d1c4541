import type { Fetch } from "#worker/deps.ts";
import { REDDIT_ENV, standIn, type RawPost } from "./stand-in.ts";

export interface ArchiveStandIn {
  fetch: Fetch;
  posts: RawPost[];
  calls: URL[];
  instead: (url: URL) => Response | Promise<Response> | null;
}

/** Sends the archive's calls to it, and all others to `reddit`. */
export const besideReddit =
  (reddit: { fetch: Fetch }, archive: ArchiveStandIn): Fetch =>
  (url, init) =>
    (url.includes("arctic-shift") ? archive : reddit).fetch(url, init);

const sameName = (post: RawPost, name: string | null) =>
  String(post.author).toLowerCase() === name?.toLowerCase();

/** Arctic Shift's protocol: bare objects, newest first, paged by an inclusive `before`. */
export function archiveStandIn(posts: RawPost[]): ArchiveStandIn {
  const self: ArchiveStandIn = {
    posts,
    calls: [],
    instead: () => null,
    fetch: async (address) => {
      const url = new URL(address);
      self.calls.push(url);
      return (await self.instead(url)) ?? reply(url);
    },
  };
  const reply = (url: URL): Response => {
    const query = url.searchParams;
    const own = self.posts.filter((post) => sameName(post, query.get("author")));
    if (url.pathname === "/api/users/search") {
      const [first] = own;
      const found = {
        author: first?.author,
        id: "ann1",
        _meta: { num_posts: own.length, post_karma: 20 },
      };
      return Response.json({ data: first ? [found] : [] });
    }
    if (url.pathname === "/api/posts/ids") {
      const ids = (query.get("ids") ?? "").split(",");
      return Response.json({ data: self.posts.filter(({ name }) => ids.includes(String(name))) });
    }
    const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
    const found = own
      .filter((post) => Number(post.created_utc) <= before)
      .toSorted((a, b) => Number(b.created_utc) - Number(a.created_utc));
    return Response.json({ data: found.slice(0, Number(query.get("limit"))) });
  };
  return self;
}

/** A creator whose posts Reddit and the archive behind it have; each name has its own cache and tokens. */
export function archivedCreator(author: string, fields: RawPost[], about: RawPost = {}) {
  const posts = fields.map((post): RawPost => ({ ...post, author }));
  const reddit = standIn({ [author]: { posts, about } });
  const archive = archiveStandIn([...posts]);
  const env = { ...REDDIT_ENV, ARCHIVE_FALLBACK: "on", REDDIT_CLIENT_ID: `client-of-${author}` };
  return { posts, reddit, archive, env, fetch: besideReddit(reddit, archive) };
}
