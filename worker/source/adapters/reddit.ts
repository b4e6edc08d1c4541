import type { SourceName } from "#schema/api/search.ts";
import { listingQuery } from "#schema/reddit-listing.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { log } from "#worker/lib/log.ts";
import { postData } from "#normalise/listing.ts";
import { postId } from "#normalise/post.ts";
import { record, text, type Json } from "#normalise/read.ts";
import type { BatchRequest, PostSource, RawBatch, SourceAnswer } from "#worker/source/port.ts";
import { currentRateLimit, isLimitSpent } from "#worker/call-budget/rate-limit-headers.ts";
import { unavailable, type UpstreamSettings } from "#worker/upstream/call.ts";
import { callWithToken, lacksToken, lookForToken } from "#worker/upstream/kept-token.ts";
import { callSource, type SourceSettings } from "./call-source.ts";
import { classify } from "./classify.ts";
import { redditToken, redditTokenKey, type Credentials } from "./reddit-token.ts";

export interface RedditSettings extends Credentials, SourceSettings {
  name: SourceName;
}

const CODES = {
  unavailable: "reddit.unavailable",
  rateLimited: "reddit.rate_limited",
  blocked: "reddit.blocked",
} as const;

const FULLNAME = /^t\d_[a-z0-9]{1,13}$/;

async function callReddit(
  deps: Deps,
  upstream: UpstreamSettings,
  settings: RedditSettings,
  path: string,
) {
  const attempt = (token: string) =>
    callSource(deps, upstream, settings, path, { Authorization: `Bearer ${token}` });
  const token = redditToken(upstream, settings.scope, settings);
  const answer = await callWithToken(deps, token, attempt);
  if (answer.status === 401) log("error", "token_refused", { dependency: "reddit", status: 401 });
  return classify(upstream, answer);
}

const listingPath = ({ username, sort, from }: BatchRequest): string =>
  `/user/${encodeURIComponent(username)}/submitted?${listingQuery(sort, from)}`;

const profilePath = (username: string): string =>
  `/user/${encodeURIComponent(username)}/about?raw_json=1`;

/** Throws for any other shape: posts missing in an answer count as deleted. */
function readListing(upstream: UpstreamSettings, value: Json | unknown[], from: string): RawBatch {
  const data = record(record(value)?.data);
  if (!data || !Array.isArray(data.children))
    throw unavailable(upstream, new Error("not a listing"));
  const after = text(data.after);
  const next = after && FULLNAME.test(after) && after !== from ? after : null;
  return { children: data.children, next };
}

function profileData(upstream: UpstreamSettings, value: Json | unknown[]): Json {
  const data = record(record(value)?.data);
  if (!data || !text(data.name)) throw unavailable(upstream, new Error("not a profile"));
  return data;
}

/** Of fewer posts in a question, most can well be deleted. */
const FEWEST_ASKED = 10;

const isDoubtful = (missing: number, asked: number): boolean =>
  missing === asked || (asked >= FEWEST_ASKED && missing > asked / 2);

function missingIn(found: unknown[], ids: string[]): string[] {
  const known = new Set(found.map((child) => postId(postData(child) ?? {})));
  return ids.filter((id) => !known.has(id));
}

const mapAnswer = <T, U>(answer: SourceAnswer<T>, read: (value: T) => U): SourceAnswer<U> =>
  answer.state === "ok" ? { state: "ok", value: read(answer.value) } : answer;

function lookAhead(deps: Deps, scope: string): void {
  void lookForToken(deps, redditTokenKey(scope));
  void currentRateLimit(deps, scope);
}

export function redditSource(deps: Deps, settings: RedditSettings): PostSource {
  const upstream: UpstreamSettings = { ...settings, clock: deps.clock, codes: CODES };
  const get = (path: string) => callReddit(deps, upstream, settings, path);
  const children = (answer: SourceAnswer<Json | unknown[]>) => {
    if (answer.state === "forbidden") throw new AppError(CODES.blocked);
    if (answer.state !== "ok") throw unavailable(upstream, new Error(`info is ${answer.state}`));
    return readListing(upstream, answer.value, "").children;
  };
  const posts = async (ids: string[]) => {
    // The ids were validated: nothing in them needs encoding.
    const byId = (names: string[]) => get(`/by_id/${names.join(",")}?raw_json=1`);
    const asked = await get(`/api/info?id=${ids.join(",")}&raw_json=1`);
    if (asked.state === "missing") return children(await byId(ids));
    const found = children(asked);
    if (settings.caller().purpose !== "recheck") return found;
    // A re-check empties posts that an answer leaves out, so many missing ones are verified.
    const missing = missingIn(found, ids);
    if (!isDoubtful(missing.length, ids.length)) return found;
    const again = await byId(missing);
    return again.state === "missing" ? found : [...found, ...children(again)];
  };
  return {
    name: settings.name,
    scope: settings.scope,
    under: (caller) => redditSource(deps, { ...settings, caller: () => caller }),
    sortsExactly: () => true,
    isKnownToFail: () =>
      isLimitSpent(deps, settings.scope) || lacksToken(deps, redditTokenKey(settings.scope)),
    lookAhead: () => lookAhead(deps, settings.scope),
    // The sample never had the posts that a companion shows.
    leavesOutOnlyDeleted: settings.name === "reddit",
    mediaUrl: settings.mediaUrl,
    listing: async (request) =>
      mapAnswer(await get(listingPath(request)), (value) =>
        readListing(upstream, value, request.from),
      ),
    profile: async (username) =>
      mapAnswer(await get(profilePath(username)), (value) => profileData(upstream, value)),
    posts,
  };
}
