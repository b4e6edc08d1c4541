import type { CompanionRequest, CompanionReason, CompanionRefusal } from "#schema/companion.ts";
import { MAX_ANSWER_BYTES } from "#schema/max-answer-bytes.ts";
import { parseJson } from "#schema/parse-json.ts";
import { listingQuery } from "#schema/reddit-listing.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { changePace, waitForCall, type Clock } from "./pace.ts";
import type { Storage } from "./storage.ts";

export interface Reddit {
  origin: string;
  fetch: typeof fetch;
  storage: Storage;
  clock: Clock;
}

/** Reddit's answer in JSON; every other answer is a refusal. */
export interface RedditAnswer {
  ok: true;
  status: number;
  json: unknown;
}

/** For a whole answer: the wait for the pace, the call, and the second one after a block page. The page waits 25 s. */
const ANSWER_TIMEOUT_MS = 20_000;
/** Enough of a block page to recognise which kind it is. */
const MAX_PAGE_BYTES = 400_000;

const BLOCKED_STOP_MS = 10 * MINUTE_MS;
const SIGNED_OUT_STOP_MS = 15_000;
const RATE_LIMITED_STOP_MS = MINUTE_MS;
const LONGEST_RATE_LIMITED_STOP_MS = 900_000;
/** Reddit counts the calls of all the visitor's tabs: the last two are left to them. */
const MIN_REMAINING_CALLS = 2;

const NO_ANSWER: CompanionRefusal = { ok: false, reason: "blocked" };

/** Reddit for one answer, whose calls end at `deadline`. */
interface TimedReddit extends Reddit {
  deadline: AbortSignal;
}

type RedditRequest = Exclude<CompanionRequest, { type: "hello" }>;

/** The only addresses that are fetched; the schema has validated every part. */
function pathOf(request: RedditRequest): string {
  if (request.type === "about") return `/user/${request.username}/about.json?raw_json=1`;
  if (request.type === "post") return `/by_id/t3_${request.id}.json?raw_json=1`;
  return `/user/${request.username}/submitted.json?${listingQuery(request.sort, request.after)}`;
}

/** The body as text; null if it is longer than `limit` bytes. */
async function readText({ body }: Response, limit: number): Promise<string | null> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    // Cancels the body.
    if (size > limit) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const isJson = ({ headers }: Response) =>
  /^application\/(?:[\w.+-]+\+)?json\b/i.test(headers.get("content-type") ?? "");

function secondsIn(headers: Headers, name: string): number | null {
  const seconds = Number.parseFloat(headers.get(name) ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

function rateLimitMs(headers: Headers): number {
  const seconds = secondsIn(headers, "retry-after") ?? secondsIn(headers, "x-ratelimit-reset");
  const ms = seconds === null ? RATE_LIMITED_STOP_MS : seconds * 1000;
  return Math.min(LONGEST_RATE_LIMITED_STOP_MS, Math.ceil(ms));
}

/** Stops all calls for a time. Returns the stop that holds, which may be a longer one. */
async function stopCalls(
  { storage, clock }: Reddit,
  reason: CompanionReason,
  ms: number,
): Promise<CompanionRefusal> {
  const made = { reason, until: clock.now() + ms };
  const known = reason === "signed_out" ? { isSignedIn: false } : {};
  const { stop: held } = await changePace(storage, clock, { ...known, stop: made });
  return { ok: false, ...(held ?? made) };
}

/** Redirects are not followed: they lead to the log-in page. */
const fetchFromReddit = (
  { origin, fetch, deadline }: TimedReddit,
  path: string,
): Promise<Response> =>
  fetch(origin + path, {
    credentials: "include",
    redirect: "manual",
    cache: "no-store",
    referrerPolicy: "no-referrer",
    headers: { accept: "application/json" },
    signal: deadline,
  });

/**
 * Reads only whether Reddit names a user, and keeps nothing. Returns a refusal if no call may be made, for example
 * after a stop by another call that met the same page.
 */
async function isSignedIn(reddit: TimedReddit): Promise<boolean | CompanionRefusal> {
  const refusal = await waitForCall(reddit.storage, reddit.clock);
  if (refusal) return refusal;
  const response = await fetchFromReddit(reddit, "/api/me.json");
  if (!response.ok || !isJson(response)) return false;
  const me = parseJson((await readText(response, MAX_PAGE_BYTES)) ?? "") as {
    data?: { name?: unknown };
  } | null;
  return typeof me?.data?.name === "string";
}

/**
 * The refusal after an answer that may ask the visitor to log in. A signed-in visitor meets such answers too, for
 * example a redirect to a question about age: those get `otherwise`.
 */
async function refuseUnlessSignedIn(
  reddit: TimedReddit,
  otherwise: () => CompanionRefusal | Promise<CompanionRefusal>,
): Promise<CompanionRefusal> {
  const signedIn = await isSignedIn(reddit).catch(() => NO_ANSWER);
  if (typeof signedIn !== "boolean") return signedIn;
  return signedIn ? otherwise() : stopCalls(reddit, "signed_out", SIGNED_OUT_STOP_MS);
}

/** HTML instead of JSON comes from the network in front of Reddit. */
async function refusePage(reddit: TimedReddit, response: Response): Promise<CompanionRefusal> {
  const page = (await readText(response, MAX_PAGE_BYTES).catch(() => "")) ?? "";
  if (/too many requests/i.test(page)) {
    return stopCalls(reddit, "rate_limited", rateLimitMs(response.headers));
  }
  // An outage, as for the Worker.
  if (response.status === 404 || response.status >= 500) return NO_ANSWER;
  const stop = () => stopCalls(reddit, "blocked", BLOCKED_STOP_MS);
  return /log ?in|sign ?in/i.test(page) ? refuseUnlessSignedIn(reddit, stop) : stop();
}

/** The HTTP status, or the error status in the body of a 200. */
function statusOf({ status }: Response, json: unknown): number {
  const { error } = (json ?? {}) as { error?: unknown };
  return status === 200 && typeof error === "number" && error >= 400 ? error : status;
}

/** The refusal that a status means whatever the body is; null for other statuses. */
function refuseStatus(
  reddit: TimedReddit,
  status: number,
  { headers }: Response,
): Promise<CompanionRefusal> | null {
  if (status === 401) return stopCalls(reddit, "signed_out", SIGNED_OUT_STOP_MS);
  const isRateLimit = status === 429 || (status === 403 && headers.has("retry-after"));
  return isRateLimit ? stopCalls(reddit, "rate_limited", rateLimitMs(headers)) : null;
}

/** `modhash` is a token of signed-in visitors and empty for others; only its presence is kept. */
async function noteSignIn({ storage, clock }: Reddit, json: unknown): Promise<void> {
  const { data } = (json ?? {}) as { data?: { modhash?: unknown } | null };
  if (typeof data?.modhash === "string")
    await changePace(storage, clock, { isSignedIn: data.modhash !== "" });
}

async function classifyResponse(
  reddit: TimedReddit,
  response: Response,
): Promise<RedditAnswer | CompanionRefusal> {
  const { headers, type } = response;
  if (type === "opaqueredirect") return refuseUnlessSignedIn(reddit, () => NO_ANSWER);
  const refusal = refuseStatus(reddit, response.status, response);
  if (refusal) return refusal;
  if (!isJson(response)) return refusePage(reddit, response);
  const json = parseJson((await readText(response, MAX_ANSWER_BYTES)) ?? "");
  const status = statusOf(response, json);
  const named = refuseStatus(reddit, status, response);
  if (named) return named;
  if (json === undefined || status >= 500) return NO_ANSWER;
  await noteSignIn(reddit, json);
  const remaining = Number.parseFloat(headers.get("x-ratelimit-remaining") ?? "");
  if (remaining <= MIN_REMAINING_CALLS)
    await stopCalls(reddit, "rate_limited", rateLimitMs(headers));
  return { ok: true, status, json };
}

async function callReddit(
  reddit: TimedReddit,
  request: RedditRequest,
): Promise<RedditAnswer | CompanionRefusal> {
  const refusal = await waitForCall(reddit.storage, reddit.clock);
  if (refusal) return refusal;
  try {
    return await classifyResponse(reddit, await fetchFromReddit(reddit, pathOf(request)));
  } catch {
    return NO_ANSWER;
  }
}

/** Without an answer in time the page would count the companion as removed. */
export function askReddit(
  reddit: Reddit,
  request: RedditRequest,
): Promise<RedditAnswer | CompanionRefusal> {
  const deadline = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const late = new Promise<CompanionRefusal>((resolve) => {
    deadline.addEventListener("abort", () => resolve(NO_ANSWER));
  });
  return Promise.race([callReddit({ ...reddit, deadline }, request), late]);
}
