import type { ErrorCode } from "#schema/api/errors.ts";
import { MAX_ANSWER_BYTES } from "#schema/max-answer-bytes.ts";
import type { Clock } from "#worker/lib/clock.ts";
import type { Fetch } from "#worker/deps.ts";
import { AppError, OwnFailure } from "#worker/errors.ts";

const CALL_TIMEOUT_MS = 8_000;
const DEFAULT_RETRY_SECONDS = 60;
const LONGEST_RETRY_SECONDS = 3_600;
const RETRYABLE = new Set([502, 503, 504]);

/** The error codes of one source's failures. */
interface FailureCodes {
  unavailable: ErrorCode;
  rateLimited: ErrorCode;
  blocked: ErrorCode;
}

export interface UpstreamSettings {
  fetch: Fetch;
  clock: Clock;
  codes: FailureCodes;
  /** The request's deadline in epoch milliseconds; Infinity in jobs. */
  deadline: number;
}

export interface UpstreamResponse {
  status: number;
  headers: Headers;
  body: string;
}

export const unavailable = (upstream: UpstreamSettings, cause?: unknown): AppError =>
  new AppError(upstream.codes.unavailable, { cause });

async function readBody({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  // The call's signal ends the loop too. Leaving it cancels the body.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new Error("the answer is too large");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/** A timeout before CALL_TIMEOUT_MS is due to the request's deadline, not to the source. */
function failureOf(upstream: UpstreamSettings, error: unknown, timeLeft: number): AppError {
  if (error instanceof AppError) return error;
  const isCutShort = timeLeft < CALL_TIMEOUT_MS && isTimeout(error);
  return isCutShort
    ? new OwnFailure(upstream.codes.unavailable, { cause: error })
    : unavailable(upstream, error);
}

/** Milliseconds that a call may take; throws if the request has no time left. */
function requireTime(upstream: UpstreamSettings): number {
  const left = Math.min(CALL_TIMEOUT_MS, upstream.deadline - upstream.clock.now());
  if (left > 0) return left;
  throw new OwnFailure(upstream.codes.unavailable, { cause: new Error("no time left") });
}

/** The timeout covers headers and body, even if the server never closes the connection. */
async function callOnce(
  upstream: UpstreamSettings,
  url: string,
  init: RequestInit,
): Promise<UpstreamResponse> {
  const left = requireTime(upstream);
  const signal = upstream.clock.timeout(left);
  const work = async () => {
    // A redirect would lead to a log-in page or another host.
    const response = await upstream.fetch(url, { ...init, signal, redirect: "manual" });
    const body = await readBody(response);
    return { status: response.status, headers: response.headers, body };
  };
  try {
    return await Promise.race([work(), aborted(signal)]);
  } catch (error) {
    throw failureOf(upstream, error, left);
  }
}

/**
 * Retries once what failed quickly, a connection, a body or a gateway, never a timeout. `count` charges every try, unless
 * the request has no time for it, and throws if no call is left.
 */
export async function call(
  upstream: UpstreamSettings,
  url: string,
  init: RequestInit,
  count: () => Promise<void> = async () => {},
): Promise<UpstreamResponse> {
  requireTime(upstream);
  await count();
  const started = upstream.clock.now();
  const isQuick = () => upstream.clock.now() - started < CALL_TIMEOUT_MS / 4;
  let first: () => UpstreamResponse;
  try {
    const answer = await callOnce(upstream, url, init);
    if (!RETRYABLE.has(answer.status) || !isQuick()) return answer;
    first = () => answer;
  } catch (error) {
    if (!isQuick() || isTimeout(error) || error instanceof OwnFailure) throw error;
    first = () => {
      throw error;
    };
  }
  await upstream.clock.sleep(40 + Math.floor(upstream.clock.random() * 80));
  try {
    requireTime(upstream);
    await count();
  } catch {
    return first();
  }
  return callOnce(upstream, url, init);
}

function isTimeout(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof Error && (cause.name === "TimeoutError" || cause.name === "AbortError");
}

/** Retry-After, seconds or HTTP date, capped at an hour; `fallback` if it is invalid or in the past. */
export function retryAfterSeconds(
  headers: Headers,
  now: number,
  fallback = DEFAULT_RETRY_SECONDS,
): number {
  const header = headers.get("Retry-After") ?? "";
  const asked = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Math.min(LONGEST_RETRY_SECONDS, asked > 0 ? Math.ceil(asked) : fallback);
}
