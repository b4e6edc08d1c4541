import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The cores that this process may use, from a list like `0-1,4`. */
export function coresIn(list: string): number[] {
  return list.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}

/**
 * On Linux with a core per worker, keeps this process and all that it starts on its own one. The processes of a browser
 * wake each other all the time, which takes a tenth more processor across two cores. Without `taskset` nothing changes.
 */
export function keepToOwnCore(worker: number, workers: number): void {
  if (process.platform !== "linux") return;
  const status = readFileSync("/proc/self/status", "utf8");
  const cores = coresIn(/^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? "0");
  if (cores.length !== workers) return;
  spawnSync("taskset", ["--cpu-list", "--pid", String(cores[worker]), String(process.pid)]);
}
