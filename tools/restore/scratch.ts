import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "#tools/files.ts";

const CACHE = join(root, ".cache");
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** The name contains the id of the process that made it; earlier versions omitted the id. */
const SCRATCH = /^restore-(?:(\d+)-)?[A-Za-z0-9]{6}$/;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process runs as another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Deletes the folders of killed restores. */
function removeLeftovers(): void {
  for (const name of readdirSync(CACHE)) {
    const found = SCRATCH.exec(name);
    if (!found || (found[1] !== undefined && isRunning(Number(found[1])))) continue;
    rmSync(join(CACHE, name), { recursive: true, force: true });
  }
}

/**
 * Deletes the folder afterwards, even after a signal or an error that ends the process, such as a closed output: it
 * contains e-mail addresses and password hashes.
 */
export async function withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(CACHE, { recursive: true });
  removeLeftovers();
  // mkdtemp makes it readable by this user only.
  const folder = mkdtempSync(join(CACHE, `restore-${process.pid}-`));
  const remove = () => {
    for (const signal of SIGNALS) process.off(signal, endBySignal);
    process.off("exit", remove);
    rmSync(folder, { recursive: true, force: true });
  };
  // A signal ends Node without running `finally`.
  function endBySignal(signal: NodeJS.Signals): void {
    remove();
    process.kill(process.pid, signal);
  }
  for (const signal of SIGNALS) process.on(signal, endBySignal);
  process.on("exit", remove);
  try {
    return await work(folder);
  } finally {
    remove();
  }
}
