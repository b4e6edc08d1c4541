import { ERRORS, type ErrorCode } from "#schema/api/errors.ts";

interface Details {
  /** Replaces the table's sentence where that is too general. */
  message?: string;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The error services throw; schema/api/errors.ts and app.onError turn it into a response. */
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

/** The request had too little time left for a call: this says nothing about the source, nor to other callers. */
export class CallCutShort extends AppError {}

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

/** Whether `table.column` was to become null and must not. */
export const isNullViolation = (error: unknown, column: string): boolean =>
  messagesOf(error).includes(`NOT NULL constraint failed: ${column}`);
