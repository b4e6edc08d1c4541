import { handleSampleReddit } from "#sample/reddit.ts";
import { handleSampleRedgifs } from "#sample/redgifs.ts";
import { mintToken } from "#sample/token.ts";
import { applyFault, type Fault } from "./faults.ts";

/** Every upstream of the Worker, distinguished by path. */
export type Endpoint =
  | "token"
  | "listing"
  | "about"
  | "info"
  | "archive"
  | "redgifs-token"
  | "redgifs";

const PATHS: [RegExp, Endpoint][] = [
  [/^\/api\/v1\/access_token$/, "token"],
  [/^\/user\/[^/]+\/submitted/, "listing"],
  [/^\/user\/[^/]+\/about/, "about"],
  [/^\/v2\/auth\//, "redgifs-token"],
  [/^\/v2\//, "redgifs"],
  [/^\/api\/(posts|users)\//, "archive"],
];

const endpointOf = (url: URL): Endpoint =>
  PATHS.find(([pattern]) => pattern.test(url.pathname))?.[1] ?? "info";

const AGENT = "web:stand-in:1.0 (by /u/stand_in)";

interface Thing {
  data: Record<string, unknown> & { created_utc: number };
}

async function askReddit(path: string): Promise<Response> {
  const headers = { "user-agent": AGENT, authorization: `Bearer ${mintToken(Date.now())}` };
  return handleSampleReddit(new Request(`https://reddit.invalid${path}`, { headers }));
}

async function things(path: string): Promise<Thing[]> {
  const answer = await askReddit(path);
  if (!answer.ok) return [];
  return ((await answer.json()) as { data: { children: Thing[] } }).data.children;
}

/** Arctic Shift's answer: bare t3 data, newest first, paged by `before`. */
async function archivePosts(query: URLSearchParams): Promise<unknown[]> {
  const ids = query.get("ids");
  if (ids !== null) {
    const names = ids.split(",").map((id) => (id.startsWith("t3_") ? id : `t3_${id}`));
    return (await things(`/api/info?id=${names.join(",")}&raw_json=1`)).map(({ data }) => data);
  }
  const before = Number(query.get("before") ?? Infinity);
  const author = encodeURIComponent(query.get("author") ?? "");
  const found = await things(`/user/${author}/submitted?sort=new&limit=100&raw_json=1`);
  return found.map(({ data }) => data).filter((data) => data.created_utc <= before);
}

async function archive(url: URL): Promise<Response> {
  if (url.pathname.startsWith("/api/users/")) {
    const name = url.searchParams.get("author") ?? "";
    const about = await askReddit(`/user/${encodeURIComponent(name)}/about?raw_json=1`);
    return Response.json({ data: about.ok ? [{ author: name, _meta: { total_karma: 100 } }] : [] });
  }
  return Response.json({ data: await archivePosts(url.searchParams) });
}

/** All upstreams in one, without a fault. */
function answerWithoutFault(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const endpoint = endpointOf(url);
  if (endpoint === "archive") return archive(url);
  if (endpoint === "redgifs" || endpoint === "redgifs-token") return handleSampleRedgifs(request);
  return handleSampleReddit(request);
}

/** Holds the fault of each endpoint. */
export class Upstream {
  readonly faults = new Map<Endpoint, Fault>();

  async answer(request: Request): Promise<Response> {
    const fault = this.faults.get(endpointOf(new URL(request.url)));
    if (fault === undefined) return answerWithoutFault(request);
    const needsBody = fault === "truncated" || fault === "drip";
    const good = needsBody ? await answerWithoutFault(request) : new Response("{}");
    return applyFault(fault, good, request.signal);
  }
}
