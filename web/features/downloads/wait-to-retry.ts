import { retrySeconds } from "#web/api/api-error.ts";
import { plural } from "#web/lib/format-count.ts";
import { pause } from "#web/lib/pause.ts";
import { unlessAborted } from "./unless-aborted.ts";

export interface WaitOptions {
  signal: AbortSignal;
  onWait: (note: string) => void;
}

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
  const seconds = retrySeconds(error);
  if (seconds === null) return false;
  onWait(`Too many requests: waiting ${plural(seconds, "second")}`);
  await unlessAborted(pause(seconds * 1000), signal);
  return true;
}
