import type { ErrorBody, ErrorCode } from "#schema/api/errors.ts";
import { isObject } from "#schema/is-object.ts";

/** Codes of our own, for calls without a valid answer of the API. */
export type ClientErrorCode = "client.network" | "client.timeout" | "client.bad_answer";

/** `status` is 0 if no answer came. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode | ClientErrorCode | null;
  /** The server's, for visitors; empty if the answer has none. */
  readonly sentence: string;
  readonly fields: Record<string, string>;
  readonly body: unknown;
  /** Seconds that the server asks to wait. */
  readonly retryAfter: number | null;

  constructor(options: {
    status: number;
    code: ErrorCode | ClientErrorCode | null;
    sentence?: string;
    /** In the error's message, for the console, in place of the sentence. */
    detail?: string;
    fields?: Record<string, string>;
    body?: unknown;
    retryAfter?: number | null;
  }) {
    super(`${options.status}: ${options.detail ?? options.sentence ?? options.code}`);
    this.status = options.status;
    this.code = options.code;
    this.sentence = options.sentence ?? "";
    this.fields = options.fields ?? {};
    this.body = options.body ?? null;
    this.retryAfter = options.retryAfter ?? null;
  }
}

export const isErrorBody = (body: unknown): body is ErrorBody =>
  isObject(body) && typeof body["message"] === "string";

/** An answer that reports no success is a failure, whatever its status. */
export const isRefusal = (body: unknown): boolean => isObject(body) && body["success"] === false;

/** For a call without a valid answer of the API, which has no sentence of its own. */
const HINTS: Record<ClientErrorCode, string> = {
  "client.network": "Check your connection.",
  "client.timeout": "The answer took too long.",
  "client.bad_answer": "The answer could not be read.",
};

const isClientCode = (code: string | null): code is ClientErrorCode =>
  code !== null && code in HINTS;

function sentenceBesideFields(error: ApiError, fallback: string): string {
  if (error.sentence) return error.sentence;
  if (!isClientCode(error.code)) return fallback;
  const hint = HINTS[error.code];
  return fallback ? `${fallback.replace(/\.?$/, ".")} ${hint}` : hint;
}

/** The sentence of the first invalid field, else the server's; without one, our fallback and a hint. */
export function failureSentence(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  const [field] = error.code === "http.validation" ? Object.values(error.fields) : [];
  return field || sentenceBesideFields(error, fallback);
}

/** Our words for a failure: a title, and a sentence for the case that the server sends none. */
export interface FailureWords {
  title: string;
  sentence?: string;
}

/** A second try gets the same answer: the request is refused as it is, or what it asks for is not there. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && [400, 404, 410].includes(error.status);

const DEFAULT_RETRY_SECONDS = 60;

/** Seconds to wait after a 429; null for any other failure. */
export const retrySeconds = (error: unknown): number | null =>
  error instanceof ApiError && error.status === 429
    ? (error.retryAfter ?? DEFAULT_RETRY_SECONDS)
    : null;

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** A form's errors by input, and the sentence above its button. */
export function formFailure(error: unknown, { title, sentence }: FailureWords) {
  const fallback = sentence || title;
  if (!(error instanceof ApiError)) return { fields: {}, general: fallback };
  return { fields: error.fields, general: sentenceBesideFields(error, fallback) };
}
