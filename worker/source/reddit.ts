import type { SourceName } from "#schema/api/posts.ts";
import type { Deps, Fetch } from "#worker/deps.ts";
import { list, record, text, type Json } from "./normalise/read.ts";
import {
  BATCH,
  type Answer,
  type ListingRequest,
  type PostSource,
  type RawListing,
} from "./port.ts";
import { noteQuota, spendCall } from "./quota.ts";
import { accessToken, type Credentials } from "./token.ts";
import { call, classify, unavailable, type Wire } from "./upstream.ts";

export interface RedditSettings extends Credentials {
  name: SourceName;
  scope: string;
  /** When the whole answer has to be there, in epoch milliseconds. */
  deadline: number;
  apiUrl: string;
  fetch: Fetch;
  mediaUrl(url: string): string;
}

const CODES = {
  unavailable: "reddit.unavailable",
  rateLimited: "reddit.rate_limited",
  blocked: "reddit.blocked",
} as const;

const FULLNAME = /^t\d_[a-z0-9]{1,13}$/;

/** A call with the app's token; a token that was refused is replaced once. */
async function get(deps: Deps, wire: Wire, settings: RedditSettings, path: string) {
  const { scope, apiUrl, userAgent } = settings;
  const attempt = async (token: string) => {
    await spendCall(deps, scope, CODES.rateLimited);
    const answer = await call(wire, apiUrl + path, {
      headers: {
        Authorization: `Bearer ${token}`,
        "User-Agent": userAgent,
        Accept: "application/json",
      },
    });
    noteQuota(deps, scope, answer.headers);
    return answer;
  };
  const token = await accessToken(deps, wire, scope, settings);
  const answer = await attempt(token);
  if (answer.status !== 401) return classify(wire, answer);
  return classify(wire, await attempt(await accessToken(deps, wire, scope, settings, token)));
}

function listingPath({ username, sort, from }: ListingRequest): string {
  const query = new URLSearchParams({ sort, limit: String(BATCH), raw_json: "1" });
  // hot is Reddit's default for a user's posts and top's is one day: both are said.
  if (sort === "top") query.set("t", "all");
  if (from) query.set("after", from);
  return `/user/${encodeURIComponent(username)}/submitted?${query}`;
}

function readListing(wire: Wire, value: Json | unknown[], from: string): RawListing {
  const data = record(record(value)?.data);
  if (!data || !Array.isArray(data.children)) throw unavailable(wire, new Error("not a listing"));
  const after = text(data.after);
  const next = after && FULLNAME.test(after) && after !== from ? after : null;
  return { children: data.children, next };
}

function readProfile(wire: Wire, value: Json | unknown[]): Json {
  const data = record(record(value)?.data);
  if (!data) throw unavailable(wire, new Error("not a profile"));
  return data;
}

const mapped = <T, U>(answer: Answer<T>, read: (value: T) => U): Answer<U> =>
  answer.state === "ok" ? { state: "ok", value: read(answer.value) } : answer;

export function redditSource(deps: Deps, settings: RedditSettings): PostSource {
  const { clock } = deps;
  const wire: Wire = {
    fetch: settings.fetch,
    clock,
    codes: CODES,
    deadline: settings.deadline,
  };
  const posts = async (ids: string[]) => {
    // Ids were checked against their grammar: nothing in them needs encoding.
    const named = ids.join(",");
    const asked = await get(deps, wire, settings, `/api/info?id=${named}&raw_json=1`);
    const answer =
      asked.state === "missing"
        ? await get(deps, wire, settings, `/by_id/${named}?raw_json=1`)
        : asked;
    if (answer.state !== "ok") throw unavailable(wire, new Error(`info is ${answer.state}`));
    return list(record(record(answer.value)?.data)?.children);
  };
  return {
    name: settings.name,
    scope: settings.scope,
    sortsExactly: () => true,
    leavesOutOnlyDeleted: true,
    mediaUrl: settings.mediaUrl,
    listing: async (request) =>
      mapped(await get(deps, wire, settings, listingPath(request)), (value) =>
        readListing(wire, value, request.from),
      ),
    profile: async (username) =>
      mapped(
        await get(deps, wire, settings, `/user/${encodeURIComponent(username)}/about?raw_json=1`),
        (value) => readProfile(wire, value),
      ),
    posts,
  };
}
