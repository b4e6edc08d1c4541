import { ERRORS, type ErrorCode } from "#schema/api/errors.ts";

interface Details {
  /** A sentence of its own, where the table's is too general. */
  message?: string;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The one error services throw. What becomes of it is decided by the table and by app.onError. */
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

function chain(error: unknown): string {
  const parts: string[] = [];
  for (let at = error; at instanceof Error && parts.length < 4; at = at.cause) {
    // The database layer's own message holds the bound parameters; only the cause's is safe to read.
    if (at.name !== "DrizzleQueryError") parts.push(at.message);
  }
  return parts.join(" | ");
}

/** `table.column` is taken: drizzle and raw batches report it in different places. */
export function isUniqueViolation(error: unknown, what: string): boolean {
  const text = chain(error);
  return text.includes("UNIQUE constraint failed") && text.includes(what);
}
