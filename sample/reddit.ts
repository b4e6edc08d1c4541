import { creatorNamed, creatorWithId, listed, postWithId } from "./creators/all.ts";
import { blockPage, spoil } from "./faults.ts";
import { pageOf, sorted } from "./listing.ts";
import { accessToken, isValidToken } from "./token.ts";
import { user, type CreatorSpec } from "./user.ts";
import { escapeStrings, json, redditError, type Json } from "./wire.ts";

const WINDOW = 600;
/** Reddit's maximum per listing. */
const FULL_LISTING = 1_000;

function rateHeaders(now: number): Record<string, string> {
  return {
    "x-ratelimit-remaining": "998.0",
    "x-ratelimit-used": "2",
    "x-ratelimit-reset": String(WINDOW - (Math.floor(now / 1000) % WINDOW)),
  };
}

function answer(body: unknown, url: URL, now: number): Response {
  const raw = url.searchParams.get("raw_json") === "1";
  return json(raw ? body : escapeStrings(body), 200, rateHeaders(now));
}

/** Without `before`, which the Worker neither reads nor asks for. */
function listing(children: Json[], after: string | null = null): Json {
  return {
    kind: "Listing",
    data: { after, dist: children.length, modhash: null, geo_filter: "", children },
  };
}

const t3 = (data: Json): Json => ({ kind: "t3", data });

function submitted(creator: CreatorSpec, url: URL, now: number): Response {
  if (creator.suspended) return redditError(403, "Forbidden");
  const params = url.searchParams;
  const all = sorted(creator.posts, params.get("sort") ?? "hot", now);
  const page = pageOf(all.slice(0, FULL_LISTING), params);
  const children = page.posts.map((spec) => t3(listed(spec, creator, now)));
  return answer(listing(children, page.after), url, now);
}

function ofUser(request: Request, url: URL, name: string, kind: string, now: number) {
  const creator = creatorNamed(name);
  if (!creator) return redditError(404, "Not Found");
  const about = kind === "about";
  const response = about
    ? answer({ kind: "t2", data: user(creator, now) }, url, now)
    : submitted(creator, url, now);
  if (!creator.fault) return response;
  const isFirstPage = !url.searchParams.has("after");
  const signal = request.signal;
  return spoil(
    creator.fault,
    { kind: about ? "about" : "submitted", isFirstPage, signal },
    response,
  );
}

/** Posts and users by fullname, in the order of the ids; unknown ones are left out. */
function things(ids: string, now: number): Json[] {
  return ids
    .split(",")
    .slice(0, 100)
    .flatMap((name): Json[] => {
      const [kind, id = ""] = name.trim().split("_");
      const found = kind === "t3" ? postWithId(id, now) : undefined;
      if (found) return [t3(found)];
      const creator = kind === "t2" ? creatorWithId(id) : undefined;
      return creator ? [{ kind: "t2", data: user(creator, now) }] : [];
    });
}

function route(request: Request, url: URL, now: number): Response | Promise<Response> {
  const path = url.pathname.replace(/(\.json)?\/?$/, "");
  const ofName = /^\/user\/([A-Za-z0-9_-]+)\/(submitted|about)$/.exec(path);
  if (ofName) return ofUser(request, url, ofName[1] ?? "", ofName[2] ?? "", now);
  const byId = /^\/by_id\/([\w,]+)$/.exec(path);
  if (byId) {
    const posts = things(byId[1] ?? "", now).filter((thing) => thing.kind === "t3");
    return posts.length > 0 ? answer(listing(posts), url, now) : redditError(404, "Not Found");
  }
  const ids = url.searchParams.get("id") ?? "";
  if (path === "/api/info") return answer(listing(things(ids, now)), url, now);
  return redditError(404, "Not Found");
}

/** Like Reddit, answers a library's default User-Agent with the block page. */
const DEFAULT_AGENT = /^(node|undici|curl\/|python-|Go-http|axios|okhttp|$)/i;

/** Stands in for both of Reddit's hosts, www (tokens) and oauth (the rest); ignores the request's host. */
export async function handleSampleReddit(
  request: Request,
  now: number = Date.now(),
): Promise<Response> {
  const url = new URL(request.url);
  if (DEFAULT_AGENT.test(request.headers.get("user-agent") ?? "")) return blockPage();
  if (url.pathname === "/api/v1/access_token") {
    return request.method === "POST"
      ? accessToken(request, now)
      : redditError(405, "Method Not Allowed");
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    return redditError(405, "Method Not Allowed");
  }
  if (!isValidToken(request.headers.get("authorization"), now)) {
    return redditError(401, "Unauthorized");
  }
  return route(request, url, now);
}
