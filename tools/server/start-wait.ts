import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { HealthReason, HealthResponse } from "#schema/api/health.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { isRunning } from "#tools/process-group.ts";

export type HealthFailure = "unhealthy" | "misconfigured";
export type ServerState = "silent" | "ready" | HealthFailure;

export interface Wait {
  probe: () => Promise<ServerState>;
  isRunning: () => boolean;
  /** Called once if the server keeps reporting that something is down, or that a setting is wrong. */
  onHealthFailure: (failure: HealthFailure) => void;
  pause: (state: ServerState) => Promise<void>;
}

const ANSWERS_UNTIL_REPORT = {
  /** About five seconds, longer than opening a database takes. */
  unhealthy: 20,
  /** Waiting changes no setting. */
  misconfigured: 1,
};
const PROBE_TIMEOUT_MS = 5_000;
const PROBE_EVERY_MS = 250;
/** Ten seconds, because the server logs the wrong setting at each probe. */
const MISCONFIGURED_PAUSES = 40;
/** Short, because the tests start about thirty servers. */
const TEST_PROBE_EVERY_MS = 100;
const HEALTHY_WITHIN_MS = MINUTE_MS;

/** Reasons about the source can be of an earlier session; the job that renews them runs once the server is ready. */
const areOfTheSource = (reasons: readonly HealthReason[]): boolean =>
  reasons.length > 0 && reasons.every((reason) => reason.startsWith("source_"));

async function probeHealth(baseUrl: string): Promise<ServerState> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const response = await fetch(`${baseUrl}/api/health`, { signal });
    // wrangler answers for a Worker that does not run, and not with JSON.
    const health = (await response.json().catch(() => null)) as Partial<HealthResponse> | null;
    const { reasons = [] } = health ?? {};
    if (response.ok || areOfTheSource(reasons)) return "ready";
    return reasons.includes("configuration") ? "misconfigured" : "unhealthy";
  } catch {
    return "silent";
  }
}

/**
 * Returns true once the server is ready, false if its process has ended. No deadline: on a busy machine a build takes
 * minutes, and a new start would not be faster.
 */
export async function waitForServer(wait: Wait): Promise<boolean> {
  let last: ServerState = "silent";
  let answers = 0;
  while (wait.isRunning()) {
    const state = await wait.probe();
    if (state === "ready") return true;
    answers = state === last ? answers + 1 : 1;
    last = state;
    if (state !== "silent" && answers === ANSWERS_UNTIL_REPORT[state]) wait.onHealthFailure(state);
    await wait.pause(state);
  }
  return false;
}

/** waitForServer() for a started process. Until `isListening`, another server may answer at the address. */
export const waitForProcess = (
  child: ChildProcess,
  baseUrl: string,
  onHealthFailure: Wait["onHealthFailure"],
  isListening = () => true,
): Promise<boolean> =>
  waitForServer({
    probe: async () => (isListening() ? probeHealth(baseUrl) : "silent"),
    isRunning: () => isRunning(child),
    onHealthFailure,
    pause: async (state) => {
      const pauses = state === "misconfigured" ? MISCONFIGURED_PAUSES : 1;
      for (let count = 0; count < pauses && isRunning(child); count += 1)
        await delay(PROBE_EVERY_MS);
    },
  });

export function reportHealthFailure(failure: HealthFailure, baseUrl: string, state: string): void {
  console.error(
    failure === "misconfigured"
      ? `\nThe server runs, but a setting is wrong: the log's line "configuration" names it.\n` +
          "Correct it in .dev.vars or in --var, and start again.\n"
      : `\nThe server runs, but ${baseUrl}/api/health names something that is down. Open that address,\n` +
          `or stop, delete ${state} (local data only) and start again.\n`,
  );
}

/** waitForProcess() with a deadline of a minute, for tests and commands. */
export function waitUntilHealthy(child: ChildProcess, baseUrl: string): Promise<boolean> {
  const end = performance.now() + HEALTHY_WITHIN_MS;
  return waitForServer({
    probe: () => probeHealth(baseUrl),
    isRunning: () => isRunning(child) && performance.now() < end,
    onHealthFailure: () => {},
    pause: () => delay(TEST_PROBE_EVERY_MS),
  });
}
