import type { RedgifsResponse } from "#schema/api/redgifs.ts";
import { isObject } from "#schema/is-object.ts";
import type { Deps } from "#worker/deps.ts";
import { REDGIFS_PUBLIC_API } from "#worker/env.ts";
import { AppError } from "#worker/errors.ts";
import { parseJson } from "#schema/parse-json.ts";
import { parseAs, peekEntry } from "#worker/cache/entry-store.ts";
import { loadedMissing, readThrough, refetch, type CacheSpec } from "#worker/cache/read-through.ts";
import {
  hasRecentFailure,
  rememberFailure,
  throwRecentFailure,
  type Failures,
} from "#worker/cache/recent-failures.ts";
import { sourceName } from "#worker/source/source-name.ts";
import { quickHash } from "#normalise/quick-hash.ts";
import { call, retryAfterSeconds, type UpstreamSettings } from "#worker/upstream/call.ts";
import { callWithToken, lacksToken, type TokenSource } from "#worker/upstream/kept-token.ts";
import { guestToken, REDGIFS_HEADERS, type RedgifsApi } from "./guest-token.ts";
import { clipFrom } from "./redgifs.rules.ts";

const CODES = {
  unavailable: "redgifs.unavailable",
  rateLimited: "redgifs.rate_limited",
  blocked: "redgifs.unavailable",
} as const;

const RETRY_SECONDS = 5;
/** A retry bypasses the cache at most once within this time. */
const REFETCH_GAP_MS = 20_000;

type Lookup = { state: "found"; answer: RedgifsResponse } | { state: "missing" | "gone" };

/** With the sample source, the sample's RedGifs answers unless REDGIFS_API_URL is set. */
function openApi(deps: Deps): RedgifsApi {
  const { config, sample, clock } = deps;
  const isSample =
    sample && sourceName(deps) === "sample" && config.redgifsApiUrl === REDGIFS_PUBLIC_API;
  const upstream: UpstreamSettings = {
    clock,
    codes: CODES,
    deadline: deps.visitorBudget?.deadline ?? Infinity,
    fetch: isSample ? (url, init) => sample.fetch(url, init) : deps.fetch,
  };
  const base = isSample ? sample.redgifsApiUrl : config.redgifsApiUrl;
  const mediaUrl = isSample ? (url: string) => sample.mediaUrl(url) : (url: string) => url;
  return { base, upstream, mediaUrl };
}

const callRedgifs = (deps: Deps, api: RedgifsApi, source: TokenSource, id: string) =>
  callWithToken(deps, source, (token) =>
    call(api.upstream, `${api.base}/v2/gifs/${encodeURIComponent(id)}`, {
      headers: { ...REDGIFS_HEADERS, Authorization: `Bearer ${token}` },
    }),
  );

/** By the token's key: a 429 concerns all clips, and no call is made until it ends. */
const pauses: Failures = new Map();

function isKnownToFail(deps: Deps, api: RedgifsApi): boolean {
  const source = guestToken(deps, api);
  return hasRecentFailure(pauses, source.key, deps.clock.now()) || lacksToken(deps, source.key);
}

async function fetchClip(deps: Deps, api: RedgifsApi, id: string) {
  const source = guestToken(deps, api);
  throwRecentFailure(pauses, source.key, deps.clock.now());
  const answer = await callRedgifs(deps, api, source, id);
  const now = deps.clock.now();
  const negative = (state: "missing" | "gone") => loadedMissing<Lookup>(deps, { state });
  const json = parseJson(answer.body);
  if (answer.status === 410) return negative("gone");
  if (answer.status === 404 && json !== undefined) return negative("missing");
  if (answer.status === 429) {
    const seconds = retryAfterSeconds(answer.headers, now, RETRY_SECONDS);
    const refusal = new AppError(CODES.rateLimited, { retryAfterSeconds: seconds });
    rememberFailure(pauses, source.key, now, refusal, Infinity);
  }
  const clip = answer.status === 200 ? clipFrom(json, now) : null;
  if (!clip) throw new AppError(CODES.unavailable);
  const found: RedgifsResponse = {
    ...clip.answer,
    poster: clip.answer.poster && api.mediaUrl(clip.answer.poster),
    videoUrls: clip.answer.videoUrls.map((file) => ({ ...file, url: api.mediaUrl(file.url) })),
  };
  const value: Lookup = { state: "found", answer: found };
  return { value, freshMs: clip.keepMs, goodUntil: now + clip.keepMs };
}

function isLookup(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { state, answer } = value;
  if (state === "missing" || state === "gone") return true;
  if (state !== "found" || !isObject(answer)) return false;
  const { videoUrls, poster } = answer;
  const hasFiles = Array.isArray(videoUrls) && videoUrls.every(isObject);
  return hasFiles && (poster === null || typeof poster === "string");
}

const parseLookup = parseAs<Lookup>(isLookup);

function lookupSpec(deps: Deps, id: string): CacheSpec<Lookup> {
  const api = openApi(deps);
  return {
    key: `redgifs:v1:${quickHash(api.base)}:${id}`,
    parse: parseLookup,
    mayRefresh: () => Promise.resolve(true),
    isKnownToFail: () => isKnownToFail(deps, api),
    load: () => fetchClip(deps, api, id),
  };
}

/** If the visitor has no call left, the cached addresses are returned. */
function nullIfSpent(error: unknown): null {
  if (error instanceof AppError && error.code === "search.too_many") return null;
  throw error;
}

/** `isRetry`: the cached addresses did not play. */
export async function readRedgifs(
  deps: Deps,
  id: string,
  isRetry: boolean,
): Promise<RedgifsResponse> {
  const spec = lookupSpec(deps, id.toLowerCase());
  const kept = isRetry ? await peekEntry(deps, spec) : null;
  const isOld = kept !== null && deps.clock.now() - kept.fetchedAt >= REFETCH_GAP_MS;
  const fresh = isOld ? await refetch(deps, spec).catch(nullIfSpent) : null;
  const found = (fresh ?? (await readThrough(deps, spec)).entry).value;
  if (found.state === "found") return found.answer;
  throw new AppError(found.state === "gone" ? "redgifs.gone" : "redgifs.not_found");
}
