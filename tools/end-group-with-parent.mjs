// Preloaded into each started tool: a parent that is killed cannot end it any more.
import { isMainThread } from "node:worker_threads";
import { onParentEnd } from "./end-with-parent.mjs";

/** After this time a tool that ignores the signal is killed, with its group. */
const GRACE_MS = 5_000;

/** @param {NodeJS.Signals | 0} signal */
const signalGroup = (signal) => process.kill(-process.pid, signal);

/** Worker threads and forks of the tool inherit this preload, but do not lead its group. */
function leadsGroup() {
  try {
    return isMainThread && signalGroup(0);
  } catch {
    return false;
  }
}

if (leadsGroup())
  onParentEnd(() => {
    signalGroup("SIGTERM");
    setTimeout(() => signalGroup("SIGKILL"), GRACE_MS).unref();
  });
