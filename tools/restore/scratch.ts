import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "#tools/files.ts";

const CACHE = join(root, ".cache");
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** With the id of the process that made it, which earlier versions left out. */
const SCRATCH = /^restore-(?:(\d+)-)?[A-Za-z0-9]{6}$/;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It runs, for another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** A restore that was killed left its folder. */
function removeLeftovers(): void {
  for (const name of readdirSync(CACHE)) {
    const found = SCRATCH.exec(name);
    if (!found || (found[1] !== undefined && isRunning(Number(found[1])))) continue;
    rmSync(join(CACHE, name), { recursive: true, force: true });
  }
}

/** Gives `work` a folder that is gone afterwards, also after a signal: it holds e-mail addresses and password hashes. */
export async function withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(CACHE, { recursive: true });
  removeLeftovers();
  // Readable by this user alone.
  const folder = mkdtempSync(join(CACHE, `restore-${process.pid}-`));
  const remove = () => {
    for (const signal of SIGNALS) process.off(signal, endBySignal);
    rmSync(folder, { recursive: true, force: true });
  };
  // Node runs no `finally` when a signal ends it.
  function endBySignal(signal: NodeJS.Signals): void {
    remove();
    process.kill(process.pid, signal);
  }
  for (const signal of SIGNALS) process.on(signal, endBySignal);
  try {
    return await work(folder);
  } finally {
    remove();
  }
}
