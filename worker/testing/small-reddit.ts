import type { Fetch } from "#worker/deps.ts";
import type { Env } from "#worker/env.ts";
import { REDDIT_ENV } from "./stand-in.ts";

/** Reddit's HTTP API with a few users and posts, which can be removed; every call can be made to fail. */
export interface SmallReddit {
  fetch: Fetch;
  env: Partial<Env>;
  addUser(name: string, about?: Record<string, unknown>): void;
  addPost(id: string, author: string, fields?: Record<string, unknown>): void;
  removeUser(name: string): void;
  removePost(id: string): void;
  /** Requested paths without token calls. */
  asked: string[];
  /** While set, answers every call for which it does not return null. */
  failure: ((url: URL) => Response | null) | null;
  /** Selects the paths answered with a 500. */
  failsFor: (path: string) => boolean;
  /** Headers on every answer. */
  headers: Record<string, string>;
}

let made = 0;

export function smallReddit(): SmallReddit {
  const users = new Map<string, Record<string, unknown>>();
  const posts = new Map<string, Record<string, unknown>>();
  // Every test has its own client id, so that tests do not share tokens and limits.
  const env = { ...REDDIT_ENV, REDDIT_CLIENT_ID: `client-${(made += 1)}` };
  const missing = () => Response.json({ message: "Not Found", error: 404 }, { status: 404 });
  const info = (ids: string[]) => {
    const children = ids.flatMap((id) => {
      const data = posts.get(id);
      return data ? [{ kind: "t3", data }] : [];
    });
    return Response.json({ kind: "Listing", data: { after: null, children } });
  };
  const about = (name: string) => {
    const data = users.get(name.toLowerCase());
    return data ? Response.json({ kind: "t2", data }) : missing();
  };
  const answer = (url: URL): Response => {
    const name = /^\/user\/([^/]+)\/about$/.exec(url.pathname)?.[1];
    if (name !== undefined) return about(decodeURIComponent(name));
    if (url.pathname === "/api/info") return info((url.searchParams.get("id") ?? "").split(","));
    const ids = /^\/by_id\/(.+)$/.exec(url.pathname)?.[1]?.split(",") ?? [];
    return ids.some((id) => posts.has(id)) ? info(ids) : missing();
  };
  const small: SmallReddit = {
    env,
    asked: [],
    failure: null,
    failsFor: () => false,
    headers: {},
    fetch: async (address) => {
      const url = new URL(address);
      const failed = small.failure?.(url);
      if (failed) return failed;
      if (url.pathname === "/api/v1/access_token") {
        return Response.json({ access_token: "t", token_type: "bearer", expires_in: 3600 });
      }
      small.asked.push(url.pathname);
      if (small.failsFor(url.pathname)) return new Response("", { status: 500 });
      const found = answer(url);
      for (const [name, value] of Object.entries(small.headers)) found.headers.set(name, value);
      return found;
    },
    addUser: (name, fields = {}) => {
      const id = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
      const subreddit = { title: `${name} the maker`, over_18: false };
      users.set(name.toLowerCase(), {
        name,
        id,
        icon_img: `https://styles.redditmedia.com/${id}.png`,
        subreddit,
        created_utc: 1_700_000_000,
        ...fields,
      });
    },
    addPost: (id, author, fields = {}) => {
      posts.set(`t3_${id}`, {
        name: `t3_${id}`,
        id,
        title: `Title of ${id}`,
        author,
        author_fullname: `t2_${author.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}`,
        subreddit: "pics",
        permalink: `/r/pics/comments/${id}/title_of_${id}/`,
        url: `https://i.redd.it/${id}.jpg`,
        created_utc: 1_790_000_000,
        over_18: false,
        score: 5,
        num_comments: 2,
        ...fields,
      });
    },
    removeUser: (name) => void users.delete(name.toLowerCase()),
    removePost: (id) => void posts.delete(`t3_${id}`),
  };
  return small;
}
