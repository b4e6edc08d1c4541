import { secondsUntilReset } from "#worker/call-budget/rate-limit-headers.ts";
import { AppError } from "#worker/errors.ts";
import { parseJson } from "#schema/parse-json.ts";
import { record, type Json } from "#normalise/read.ts";
import type { SourceAnswer } from "#worker/source/port.ts";
import {
  retryAfterSeconds,
  unavailable,
  type UpstreamResponse,
  type UpstreamSettings,
} from "#worker/upstream/call.ts";

/** x-ratelimit-reset counts down to the next window, so it takes precedence over Retry-After. */
function secondsToReset(headers: Headers, now: number): number {
  const reset = secondsUntilReset(headers, now);
  return reset === null ? retryAfterSeconds(headers, now) : Math.ceil(reset);
}

/** The HTTP status, or the error status in the JSON body of a 200. */
function statusOf(answer: UpstreamResponse, json: unknown): number {
  const named = record(json)?.error;
  return answer.status === 200 && typeof named === "number" && named >= 400 ? named : answer.status;
}

/**
 * JSON comes from the source itself, anything else from a network in between, with any status: a 403 page is a block,
 * never "no posts". A 401 that is left here refuses a new token: the client is accepted, and its calls are not.
 */
export function classify(
  upstream: UpstreamSettings,
  answer: UpstreamResponse,
): SourceAnswer<Json | unknown[]> {
  const json = parseJson(answer.body);
  const isJson = typeof json === "object" && json !== null;
  const status = statusOf(answer, json);
  if (status === 429 || (status === 403 && answer.headers.has("Retry-After"))) {
    throw new AppError(upstream.codes.rateLimited, {
      retryAfterSeconds: secondsToReset(answer.headers, upstream.clock.now()),
    });
  }
  const isBlock = answer.status === 401 || (status === 403 && !isJson);
  if (isBlock) throw new AppError(upstream.codes.blocked);
  if (status === 403) return { state: "forbidden" };
  if (status === 404 && isJson) return { state: "missing" };
  if (status !== 200 || !isJson) throw unavailable(upstream, new Error(`status ${answer.status}`));
  return { state: "ok", value: json as Json | unknown[] };
}
