import { ERRORS, type ErrorCode } from "#schema/api/errors.ts";
import { errorFields, log } from "#worker/lib/log.ts";
import type { LogEvent } from "#worker/lib/log-events.ts";

interface Details {
  /** Replaces the sentence of schema/api/errors.ts. */
  message?: string;
  fields?: Record<string, string> | undefined;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** Thrown by services; worker/http/on-error.ts turns it into a response. */
export class AppError extends Error {
  override name = "AppError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    const [status, sentence] = ERRORS[code];
    super(details.message ?? sentence, { cause: details.cause });
    this.code = code;
    this.status = status;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/**
 * Of one request alone: it has too little time left for a call, or its sender has made too many. Other requests must
 * not take it for a failure of the source.
 */
export class OwnFailure extends AppError {}

/** The error as it is `ms` after it was thrown: its Retry-After counts down. */
export function errorAfter(ms: number, error: unknown): unknown {
  if (!(error instanceof AppError) || error.retryAfterSeconds === undefined) return error;
  const { code, message, fields, cause } = error;
  const retryAfterSeconds = error.retryAfterSeconds - ms / 1000;
  return new AppError(code, { message, fields, cause, retryAfterSeconds });
}

/** Logs a fault of ours where a source's failure is expected. Returns null, for what goes on without the source. */
export function logUnexpected(event: LogEvent, error: unknown): null {
  if (!(error instanceof AppError)) log("error", event, errorFields(error));
  return null;
}

function messagesOf(error: unknown): string {
  const parts: string[] = [];
  for (let at = error; at instanceof Error && parts.length < 4; at = at.cause) {
    // Drizzle's message contains the bound parameters; its cause's does not.
    if (at.name !== "DrizzleQueryError") parts.push(at.message);
  }
  return parts.join(" | ");
}

/** Whether a unique index (or `table.column`) was violated; drizzle and raw batches report it in different errors. */
export function isUniqueViolation(error: unknown, what: string): boolean {
  const text = messagesOf(error);
  return text.includes("UNIQUE constraint failed") && text.includes(what);
}

/** Whether the statement violated the NOT NULL of `table.column`. */
export const isNullViolation = (error: unknown, column: string): boolean =>
  messagesOf(error).includes(`NOT NULL constraint failed: ${column}`);
