import { ApiError, failureSentence } from "#web/api/api-error.ts";

export const MEGABYTE = 1_000_000;

/** No file can be saved. `message` is shown to the visitor. */
export class NoFileError extends Error {
  override name = "NoFileError";
}

/** The host answered with an error status: asked again, it answers the same. */
export class HostError extends NoFileError {}

const REFUSALS = [401, 403, 451];

export function hostError(status: number): HostError {
  if (REFUSALS.includes(status)) return new HostError("Its host does not allow saving from here.");
  // Reddit also answers 404 for a video that it has not processed yet.
  if (status === 404) return new HostError("Its host does not have it.");
  if (status === 410) return new HostError("Its host no longer has it.");
  return new HostError(`Its host answered with an error (${status}).`);
}

/** Some hosts answer with a page and the status 200 for a file that is gone. */
export function refusePage(type: string): void {
  if (/^text\/html\b/i.test(type))
    throw new NoFileError("Its host sent a page in place of the file.");
}

/** The file exceeds the limit for memory, where the browser cannot write to disk, or what is left of a ZIP. */
export class TooLargeError extends Error {
  override name = "TooLargeError";
  constructor(limit: number) {
    super(`larger than ${Math.round(limit / MEGABYTE)} MB`);
  }
}

const UNKNOWN = "It could not be saved.";

/**
 * The messages of Chrome, Firefox and Safari for a request without an answer. They do not tell whether the host is
 * unreachable or refuses requests from other sites.
 */
const NO_ANSWER = /fetch|network|load failed/i;

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name;

export const isDiskFull = (error: unknown): boolean => isNamed(error, "QuotaExceededError");

export function downloadFailureSentence(error: unknown): string {
  if (error instanceof TooLargeError)
    return `It is ${error.message}, the most that this browser can save here.`;
  if (isDiskFull(error)) return "There is not enough space on this device.";
  if (error instanceof ApiError) return failureSentence(error, UNKNOWN);
  if (error instanceof NoFileError) return error.message;
  if (navigator.onLine === false) return "You are offline.";
  if (error instanceof TypeError && NO_ANSWER.test(error.message))
    return "Its host cannot be reached, or does not allow saving from here.";
  return UNKNOWN;
}
