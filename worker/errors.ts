import { DrizzleQueryError } from "drizzle-orm";
import { ERRORS, type ErrorCode } from "#schema/api/errors.ts";
import { errorFields, log } from "#worker/lib/log.ts";
import type { LogEvent } from "#worker/lib/log-events.ts";

interface Details {
  /** Replaces the sentence of schema/api/errors.ts. */
  message?: string;
  fields?: Record<string, string> | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
  listsNoPosts?: boolean;
}

/** Thrown by services; worker/http/on-error.ts turns it into a response. */
export class AppError extends Error {
  override name = "AppError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The source answered that it lists no posts of the user, and only the profile failed. */
  readonly listsNoPosts: boolean;

  constructor(code: ErrorCode, details: Details = {}) {
    const [status, sentence] = ERRORS[code];
    super(details.message ?? sentence, { cause: details.cause });
    this.code = code;
    this.status = status;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.listsNoPosts = details.listsNoPosts ?? false;
  }
}

/**
 * Of one request alone: it has too little time left for a call, or its sender has made too many. Other requests must
 * not take it for a failure of the source.
 */
export class OwnFailure extends AppError {}

/** A failure of one request alone stays one. */
export function errorWith(error: AppError, change: Details): AppError {
  const { code, message, fields, retryAfterSeconds, cause, listsNoPosts } = error;
  const details = { message, fields, retryAfterSeconds, cause, listsNoPosts, ...change };
  return error instanceof OwnFailure ? new OwnFailure(code, details) : new AppError(code, details);
}

/** The error as it is `ms` after it was thrown: its Retry-After counts down. */
export function errorAfter(ms: number, error: unknown): unknown {
  if (!(error instanceof AppError) || error.retryAfterSeconds === undefined) return error;
  return errorWith(error, { retryAfterSeconds: error.retryAfterSeconds - ms / 1000 });
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
    if (!(at instanceof DrizzleQueryError)) parts.push(at.message);
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
