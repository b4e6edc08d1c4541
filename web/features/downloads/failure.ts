import { ApiError, errorSentence } from "#web/api/api-error.ts";

export const MEGABYTE = 1_000_000;

/** The host answered with an error, or its answer may not be read by a page of another site. */
export class UnreadableHostError extends Error {
  override name = "UnreadableHostError";
}

/** The browser cannot write to disk, and the file is larger than what is kept in memory. */
export class TooLargeError extends Error {
  override name = "TooLargeError";
  constructor(limit: number) {
    super(`larger than ${Math.round(limit / MEGABYTE)} MB`);
  }
}

const REFUSED = "Its host does not allow saving from here.";

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name;

export const isDiskFull = (error: unknown): boolean => isNamed(error, "QuotaExceededError");

/** Why a download failed, in a sentence. */
export function failureSentence(error: unknown): string {
  if (error instanceof TooLargeError)
    return `It is ${error.message}, the most that this browser can save here.`;
  if (isDiskFull(error)) return "There is not enough space on this device.";
  if (error instanceof ApiError) return errorSentence(error, REFUSED);
  if (navigator.onLine === false) return "You are offline.";
  return REFUSED;
}
