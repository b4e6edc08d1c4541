const PARENT_CHECK_MS = 500;

/**
 * Calls `end` once the parent has ended. Windows keeps the id of an ended parent, so there it never does.
 * @param {() => void} end
 */
export function onParentEnd(end) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, PARENT_CHECK_MS);
  watch.unref();
}

/** npm does not forward SIGTERM: when npm is killed, its shell ends and this process would run on. */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event) onParentEnd(() => process.kill(process.pid, "SIGTERM"));
}
