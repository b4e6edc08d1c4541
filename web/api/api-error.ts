import type { ErrorBody, ErrorCode } from "#schema/api/errors.ts";

/** What the page itself can run into before the API has answered. */
export type ClientErrorCode = "client.network" | "client.timeout" | "client.bad_answer";

/** The one error the web knows. Status 0: no answer came. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode | ClientErrorCode | null;
  readonly sentence: string;
  readonly fields: Record<string, string>;
  readonly body: unknown;

  constructor(options: {
    status: number;
    code: ErrorCode | ClientErrorCode | null;
    sentence: string;
    fields?: Record<string, string>;
    body?: unknown;
  }) {
    super(`${options.status}: ${options.sentence}`);
    this.status = options.status;
    this.code = options.code;
    this.sentence = options.sentence;
    this.fields = options.fields ?? {};
    this.body = options.body ?? null;
  }
}

export function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "message" in body;
}

/** The words for a person, without the status in front. */
export function errorSentence(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.sentence ? error.sentence : fallback;
}

const HINTS: Partial<Record<ErrorCode | ClientErrorCode, string>> = {
  "client.network": "Check your connection.",
  "client.timeout": "The answer took too long.",
};

/** What the server says about a failure; where it says nothing, the product's own words for it. */
export function failureSentence(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  if (isErrorBody(error.body) && error.sentence) return error.sentence;
  const hint = error.code ? HINTS[error.code] : null;
  if (!hint) return fallback;
  return fallback ? `${fallback.replace(/\.?$/, ".")} ${hint}` : hint;
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** A failed submit, for a form: what belongs to its inputs, and what stands above its button. */
export function formFailure(error: unknown, fallback: string) {
  const fields = error instanceof ApiError ? error.fields : {};
  return { fields, general: failureSentence(error, fallback) };
}
