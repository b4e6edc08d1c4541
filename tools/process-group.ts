import { type ChildProcess, spawnSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

const isWindows = process.platform === "win32";
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** After this time a process that ignores the signal is killed. */
const GRACE_MS = 5_000;
const CHECK_EVERY_MS = 50;

/** Running children, each the leader of its own process group. */
const leaders = new Set<ChildProcess>();
/** A signal is ending the children and then this process. */
let isEnding = false;

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Children of an ending process count as running: otherwise code that waits for one would report a failure. */
export const isRunning = (child: ChildProcess): boolean => isEnding || !hasEnded(child);

/** Returns false if no process of the group is left. Signal 0 only tests that. */
function sendToGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (hasEnded(child)) return;
  if (isWindows) spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"]);
  else sendToGroup(child, signal);
}

/** Ends a started tool and everything it started. */
export async function stopTool(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  signalGroup(child, "SIGTERM");
  setTimeout(() => signalGroup(child, "SIGKILL"), GRACE_MS).unref();
  await ended;
}

/** stopTool() for every started tool that runs. */
export async function stopAllTools(): Promise<void> {
  await Promise.all([...leaders].map(stopTool));
}

function endOnExit(): void {
  for (const child of leaders) signalGroup(child, "SIGTERM");
}

function stopListening(): void {
  process.off("exit", endOnExit);
  for (const signal of SIGNALS) process.off(signal, endOnSignal);
}

/** Needed because other process groups get no signal from the terminal, and a signal skips Node's exit handlers. */
async function endOnSignal(signal: NodeJS.Signals): Promise<void> {
  // Another listener is responsible: it ends the children, or this process and thereby the children.
  if (isEnding || process.listenerCount(signal) > 1) return;
  isEnding = true;
  const children = [...leaders];
  for (const child of children) {
    // Otherwise code that waits for a child's end would start its next step.
    child.removeAllListeners("exit");
    signalGroup(child, signal);
  }
  const deadline = performance.now() + GRACE_MS;
  while (children.some((child) => sendToGroup(child, 0)) && performance.now() < deadline)
    await delay(CHECK_EVERY_MS);
  // Also children that were started meanwhile.
  for (const child of new Set([...children, ...leaders])) sendToGroup(child, "SIGKILL");
  stopListening();
  process.kill(process.pid, signal);
}

/** Ends the child, a group leader, with this process, also after Ctrl-C or a plain kill. */
export function endWithProcess(child: ChildProcess): void {
  if (leaders.size === 0) {
    process.on("exit", endOnExit);
    for (const signal of SIGNALS) process.on(signal, endOnSignal);
  }
  leaders.add(child);
  child.once("exit", () => {
    leaders.delete(child);
    if (leaders.size === 0) stopListening();
  });
}
