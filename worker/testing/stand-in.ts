import type { RawPost } from "#normalise/testing/raw-posts.ts";
import type { Fetch } from "#worker/deps.ts";

export {
  NEWEST,
  picturePost,
  picturePosts,
  textPost,
  type RawPost,
} from "#normalise/testing/raw-posts.ts";

export const REDDIT_ENV = {
  POST_SOURCE: "reddit",
  REDDIT_CLIENT_ID: "id",
  REDDIT_CLIENT_SECRET: "secret",
  REDDIT_USER_AGENT: "web:unearth.test:1 (by /u/nobody)",
};

interface Creator {
  posts: RawPost[];
  about?: RawPost;
}

export interface StandIn {
  fetch: Fetch;
  creators: Record<string, Creator>;
  /** Requested paths, in order. */
  calls: string[];
  count(path: RegExp): number;
  /** Answers instead of the stand-in unless it returns null. */
  instead: (url: URL, init?: RequestInit) => Response | Promise<Response | null> | null;
  /** Headers on every answer. */
  headers: Record<string, string>;
}

const notFound = () => Response.json({ message: "Not Found", error: 404 }, { status: 404 });

function listing(posts: RawPost[], query: URLSearchParams) {
  const limit = Number(query.get("limit") ?? 25);
  const after = query.get("after");
  const start = after ? posts.findIndex((post) => post.name === after) + 1 : 0;
  const children = posts.slice(start, start + limit).map((data) => ({ kind: "t3", data }));
  const ended = start + limit >= posts.length;
  const last = children.at(-1)?.data.name ?? null;
  return { kind: "Listing", data: { children, after: ended ? null : last } };
}

/** Reddit's HTTP API over a test's posts. */
export function standIn(creators: Record<string, Creator>): StandIn {
  const self: StandIn = {
    creators,
    calls: [],
    headers: {},
    count: (path) => self.calls.filter((call) => path.test(call)).length,
    instead: () => null,
    fetch: async (address, init) => {
      const url = new URL(address);
      self.calls.push(url.pathname + url.search);
      const answer = (await self.instead(url, init)) ?? reply(url);
      for (const [name, value] of Object.entries(self.headers)) answer.headers.set(name, value);
      return answer;
    },
  };
  const reply = (url: URL): Response => {
    if (url.pathname === "/api/v1/access_token") {
      return Response.json({ access_token: "token", token_type: "bearer", expires_in: 3600 });
    }
    if (url.pathname === "/api/info") {
      const ids = (url.searchParams.get("id") ?? "").split(",");
      const all = Object.values(self.creators).flatMap(({ posts }) => posts);
      const children = all.filter((post) => ids.includes(String(post.name)));
      return Response.json({ data: { children: children.map((data) => ({ kind: "t3", data })) } });
    }
    const [, name = "", kind] = /^\/user\/([^/]+)\/(\w+)$/.exec(url.pathname) ?? [];
    const found = Object.entries(self.creators).find(
      ([known]) => known.toLowerCase() === decodeURIComponent(name).toLowerCase(),
    );
    if (!found) return notFound();
    const [username, creator] = found;
    const about = { name: username, id: `${username.toLowerCase()}1`, link_karma: 500 };
    return kind === "about"
      ? Response.json({ kind: "t2", data: { ...about, ...creator.about } })
      : Response.json(listing(creator.posts, url.searchParams));
  };
  return self;
}
