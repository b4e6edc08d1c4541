import { ApiError } from "#web/api/api-error.ts";
import { plural } from "#web/lib/format-count.ts";
import { pause } from "#web/lib/pause.ts";
import { unlessAborted } from "./unless-aborted.ts";

export interface WaitOptions {
  signal: AbortSignal;
  onWait: (note: string) => void;
}

const DEFAULT_RETRY_AFTER_SECONDS = 60;

const nextOnline = () =>
  new Promise<void>((resolve) => addEventListener("online", () => resolve(), { once: true }));

/**
 * Waits for the end of an outage or of a rate limit, in which every further file would fail too. Returns false at once
 * for any other failure.
 */
export async function waitToRetry(
  error: unknown,
  { signal, onWait }: WaitOptions,
): Promise<boolean> {
  if (navigator.onLine === false) {
    onWait("Offline: waiting for the network");
    await unlessAborted(nextOnline(), signal);
    return true;
  }
  if (!(error instanceof ApiError) || error.status !== 429) return false;
  const seconds = error.retryAfter ?? DEFAULT_RETRY_AFTER_SECONDS;
  onWait(`Too many requests: waiting ${plural(seconds, "second")}`);
  await unlessAborted(pause(seconds * 1000), signal);
  return true;
}
