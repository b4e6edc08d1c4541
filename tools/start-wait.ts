import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { isRunning } from "./process-group.ts";

export type ServerState = "silent" | "unwell" | "ready";

export interface Wait {
  probe: () => Promise<ServerState>;
  isRunning: () => boolean;
  /** Called once if the server keeps reporting that something is down. */
  onUnwell: () => void;
  pause: () => Promise<void>;
}

/** About five seconds, longer than opening a database takes. */
const UNWELL_ANSWERS = 20;
const PROBE_TIMEOUT_MS = 5_000;
const PROBE_EVERY_MS = 250;
/** Short, because the tests start about thirty servers. */
const TEST_PROBE_EVERY_MS = 100;
const HEALTHY_WITHIN_MS = 60_000;

async function probeHealth(baseUrl: string): Promise<ServerState> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const response = await fetch(`${baseUrl}/api/health`, { signal });
    await response.arrayBuffer();
    return response.ok ? "ready" : "unwell";
  } catch {
    return "silent";
  }
}

/**
 * Returns true once the server is ready, false if its process has ended. No deadline: on a busy machine a build takes
 * minutes, and a new start would not be faster.
 */
export async function waitForServer({ probe, isRunning, onUnwell, pause }: Wait): Promise<boolean> {
  let unwellAnswers = 0;
  while (isRunning()) {
    const state = await probe();
    if (state === "ready") return true;
    unwellAnswers = state === "unwell" ? unwellAnswers + 1 : 0;
    if (unwellAnswers === UNWELL_ANSWERS) onUnwell();
    await pause();
  }
  return false;
}

/** waitForServer() for a started process. */
export const waitForProcess = (
  child: ChildProcess,
  baseUrl: string,
  onUnwell: () => void,
): Promise<boolean> =>
  waitForServer({
    probe: () => probeHealth(baseUrl),
    isRunning: () => isRunning(child),
    onUnwell,
    pause: () => delay(PROBE_EVERY_MS),
  });

export function reportUnwell(baseUrl: string, state: string): void {
  console.error(
    `\nThe server runs, but ${baseUrl}/api/health names something that is down. Open that address,\n` +
      `or stop, delete ${state} (local data only) and start again.\n`,
  );
}

/** waitForProcess() with a deadline of a minute, for tests and commands. */
export function waitUntilHealthy(child: ChildProcess, baseUrl: string): Promise<boolean> {
  const end = performance.now() + HEALTHY_WITHIN_MS;
  return waitForServer({
    probe: () => probeHealth(baseUrl),
    isRunning: () => isRunning(child) && performance.now() < end,
    onUnwell: () => {},
    pause: () => delay(TEST_PROBE_EVERY_MS),
  });
}
