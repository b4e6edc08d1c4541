import { existsSync, readdirSync, readFileSync } from "node:fs";
import { spawnSync } from "node:child_process";

export interface Process {
  pid: number;
  parent: number;
  name: string;
  rssKiB: number;
}

function fromProc(pid: string): Process[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, "m").exec(status)?.[1] ?? "";
    return [
      {
        pid: Number(pid),
        parent: Number(field("PPid")),
        name: field("Name"),
        rssKiB: Number(field("VmRSS")),
      },
    ];
  } catch {
    // The process has ended meanwhile.
    return [];
  }
}

function fromPs(): Process[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,rss=,comm="], { encoding: "utf8" });
  return (stdout ?? "").split("\n").flatMap((line) => {
    const [pid, parent, rss, name] = line.trim().split(/\s+/);
    if (!pid || !name) return [];
    const rssKiB = Number(rss);
    return [
      { pid: Number(pid), parent: Number(parent), rssKiB, name: name.split("/").at(-1) ?? "" },
    ];
  });
}

function all(): Process[] {
  if (!existsSync("/proc/self/status")) return fromPs();
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap(fromProc);
}

/** The workerd processes among the descendants of `pid`. */
export function listRuntimes(pid: number): Process[] {
  const processes = all();
  const below = new Set([pid]);
  for (let before = 0; before !== below.size;) {
    before = below.size;
    for (const one of processes) if (below.has(one.parent)) below.add(one.pid);
  }
  return processes.filter((one) => below.has(one.pid) && one.name.startsWith("workerd"));
}

export const residentMiB = (pid: number): number =>
  listRuntimes(pid).reduce((sum, { rssKiB }) => sum + rssKiB, 0) / 1024;
