import { ApiError } from "#web/api/api-error.ts";
import { badgesMessages } from "./badges.messages.ts";

/** The message names the HTTP status, or the fallback if no answer came. */
export function badgeError(error: unknown, fallback: string): Error {
  const status = error instanceof ApiError ? error.status : 0;
  return new Error(status ? badgesMessages.httpError(status) : fallback, { cause: error });
}
