import type { ErrorCode } from "#schema/api/errors.ts";
import type { Clock } from "#worker/clock.ts";
import type { Fetch } from "#worker/deps.ts";
import { AppError, CallCutShort } from "#worker/errors.ts";
import { parseJson } from "#worker/parse-json.ts";
import { record, type Json } from "#normalise/read.ts";
import type { SourceAnswer } from "#worker/source/port.ts";

const CALL_TIMEOUT_MS = 8_000;
/** The time for a whole request, with all its upstream calls. */
export const ANSWER_MS = 12_000;
/** Far above any real listing of 100 posts. */
const MAX_BYTES = 16_000_000;
const DEFAULT_RETRY_SECONDS = 60;
const LONGEST_RETRY_SECONDS = 3_600;
const RETRYABLE = new Set([502, 503, 504]);

/** The error codes of one source's failures. */
interface FailureCodes {
  unavailable: ErrorCode;
  rateLimited: ErrorCode;
  blocked: ErrorCode;
}

export interface Wire {
  fetch: Fetch;
  clock: Clock;
  codes: FailureCodes;
  /** Of the whole request, in epoch milliseconds; a single call takes at most 8 s. */
  deadline: number;
}

export interface WireAnswer {
  status: number;
  headers: Headers;
  body: string;
}

export const unavailable = (wire: Wire, cause?: unknown): AppError =>
  new AppError(wire.codes.unavailable, { cause });

async function readBody(response: Response, signal: AbortSignal): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      size += value.byteLength;
      if (size > MAX_BYTES) throw new Error("the answer is too large");
      parts.push(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    stop();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
  parts.push(decoder.decode());
  return parts.join("");
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/** A timeout before CALL_TIMEOUT_MS is the request's own: it has made other calls before. */
function failureOf(wire: Wire, error: unknown, timeLeft: number): AppError {
  if (error instanceof AppError) return error;
  const isCutShort = timeLeft < CALL_TIMEOUT_MS && isTimeout(error);
  return isCutShort
    ? new CallCutShort(wire.codes.unavailable, { cause: error })
    : unavailable(wire, error);
}

/** One call, headers and body within the time limit, even if the other side never closes. */
async function callOnce(wire: Wire, url: string, init: RequestInit): Promise<WireAnswer> {
  const left = Math.min(CALL_TIMEOUT_MS, wire.deadline - wire.clock.now());
  if (left <= 0) {
    throw new CallCutShort(wire.codes.unavailable, { cause: new Error("no time left") });
  }
  const signal = wire.clock.timeout(left);
  const work = async () => {
    // A redirect leads to a log-in page or to another host.
    const response = await wire.fetch(url, { ...init, signal, redirect: "manual" });
    const body = await readBody(response, signal);
    return { status: response.status, headers: response.headers, body };
  };
  try {
    return await Promise.race([work(), aborted(signal)]);
  } catch (error) {
    throw failureOf(wire, error, left);
  }
}

/**
 * Reads are safe to repeat: one second try after a refused connection or a gateway error, none after a timeout.
 * `count` counts each try, or throws where there is no call left for it.
 */
export async function call(
  wire: Wire,
  url: string,
  init: RequestInit,
  count: () => Promise<void> = async () => {},
): Promise<WireAnswer> {
  await count();
  const started = wire.clock.now();
  const isQuick = () => wire.clock.now() - started < CALL_TIMEOUT_MS / 4;
  let first: () => WireAnswer;
  try {
    const answer = await callOnce(wire, url, init);
    if (!RETRYABLE.has(answer.status) || !isQuick()) return answer;
    first = () => answer;
  } catch (error) {
    if (!isQuick() || isTimeout(error)) throw error;
    first = () => {
      throw error;
    };
  }
  await wire.clock.sleep(40 + Math.floor(wire.clock.random() * 80));
  try {
    await count();
  } catch {
    return first();
  }
  return callOnce(wire, url, init);
}

function isTimeout(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof Error && (cause.name === "TimeoutError" || cause.name === "AbortError");
}

/** Retry-After in seconds or as an HTTP date, at most an hour; `fallback` where it is neither or has passed. */
export function retryAfterSeconds(
  headers: Headers,
  now: number,
  fallback = DEFAULT_RETRY_SECONDS,
): number {
  const header = headers.get("Retry-After") ?? "";
  const asked = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Math.min(LONGEST_RETRY_SECONDS, asked > 0 ? Math.ceil(asked) : fallback);
}

/** Reddit's own header counts down to its next window, so it goes before Retry-After. */
function secondsToReset(headers: Headers, now: number): number {
  const reset = Number.parseFloat(headers.get("x-ratelimit-reset") ?? "");
  return Number.isFinite(reset) && reset > 0
    ? Math.min(LONGEST_RETRY_SECONDS, Math.ceil(reset))
    : retryAfterSeconds(headers, now);
}

/** The HTTP status, or the error status that a JSON body names under a 200. */
function statusOf(answer: WireAnswer, json: unknown): number {
  const named = record(json)?.error;
  return answer.status === 200 && typeof named === "number" && named >= 400 ? named : answer.status;
}

/**
 * Tells a source's answers apart. JSON comes from the source itself, anything else from a network in between,
 * with any status: a 403 page is a block, never "no posts".
 */
export function classify(wire: Wire, answer: WireAnswer): SourceAnswer<Json | unknown[]> {
  const json = parseJson(answer.body);
  const isJson = typeof json === "object" && json !== null;
  const status = statusOf(answer, json);
  if (status === 429 || (status === 403 && answer.headers.has("Retry-After"))) {
    throw new AppError(wire.codes.rateLimited, {
      retryAfterSeconds: secondsToReset(answer.headers, wire.clock.now()),
    });
  }
  if (status === 403 && !isJson) throw new AppError(wire.codes.blocked);
  if (status === 403) return { state: "forbidden" };
  if (status === 404 && isJson) return { state: "missing" };
  if (status !== 200 || !isJson) throw unavailable(wire, new Error(`status ${answer.status}`));
  return { state: "ok", value: json as Json | unknown[] };
}
