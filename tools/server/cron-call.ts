import { ServerFailed } from "#tools/refused.ts";

/** Longer than any job's run. Without a timeout a hanging call would stop its cron. */
const CALL_TIMEOUT_MS = 240_000;

/** `cron`: an expression or a job's name. Resolves when the run has ended. */
export async function callCron(baseUrl: string, cron: string, stop?: AbortSignal): Promise<void> {
  const address = `${baseUrl}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(cron)}&format=json`;
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const signal = stop ? AbortSignal.any([stop, timeout]) : timeout;
  const response = await fetch(address, { signal });
  const { outcome } = (await response.json()) as { outcome: string };
  if (outcome !== "ok") throw new ServerFailed(`${cron} failed: the server's log says why`);
}
