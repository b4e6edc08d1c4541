/** Above the longest run of a job: a call that hangs must not keep its cron from firing again. */
const CALL_TIMEOUT_MS = 240_000;

/** Fires a cron of the local server, by its expression or by a job's name, and waits for its end. */
export async function callCron(baseUrl: string, cron: string, stop?: AbortSignal): Promise<void> {
  const address = `${baseUrl}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(cron)}&format=json`;
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const signal = stop ? AbortSignal.any([stop, timeout]) : timeout;
  const response = await fetch(address, { signal });
  const { outcome } = (await response.json()) as { outcome: string };
  if (outcome !== "ok") throw new Error(`${cron} failed: the server's log says why`);
}
