import { creatorNamed, listed, postWithId } from "./creators/all.ts";
import { sorted } from "./listing.ts";
import { json, type Json } from "./wire.ts";
import { user } from "./user.ts";

const MAX_LIMIT = 100;

const isWithin = (created: unknown, before: string | null): boolean =>
  before === null || Number(created) <= Number(before);

/** Posts as archived: posts deleted later are still there. */
function postsOf(params: URLSearchParams, now: number): Json[] {
  const creator = creatorNamed(params.get("author") ?? "");
  if (!creator || creator.suspended) return [];
  const limit = Math.min(Number(params.get("limit") ?? 25), MAX_LIMIT);
  return sorted(creator.posts, "new", now)
    .map((spec) => listed(spec, creator, now))
    .filter((post) => isWithin(post.created_utc, params.get("before")))
    .slice(0, limit);
}

function usersOf(params: URLSearchParams, now: number): Json[] {
  const found = creatorNamed(params.get("author") ?? "");
  if (!found) return [];
  const about = user(found, now);
  const _meta = { num_posts: found.posts.length, post_karma: found.linkKarma };
  return [{ author: about.name, id: about.id, _meta }];
}

const byIds = (params: URLSearchParams, now: number): Json[] =>
  (params.get("ids") ?? "")
    .split(",")
    .map((name) => postWithId(name.replace(/^t3_/, ""), now))
    .filter((post) => post !== undefined);

/** Arctic Shift's protocol: bare posts, newest first, paged by an inclusive `before`. */
export function handleSampleArchive(request: Request): Response {
  const now = Date.now();
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/api/posts/search") return json({ data: postsOf(searchParams, now) });
  if (pathname === "/api/users/search") return json({ data: usersOf(searchParams, now) });
  if (pathname === "/api/posts/ids") return json({ data: byIds(searchParams, now) });
  return json({ error: "Not Found" }, 404);
}
