import { spawnSync } from "node:child_process";
import { root } from "#scripts/files.ts";
import type { Report, Step } from "./report.ts";

interface Audit {
  vulnerabilities?: Record<string, { severity: string; name: string }>;
  metadata?: { vulnerabilities: Record<string, number> };
}

function askRegistry(): Audit | null {
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
    cwd: root,
    encoding: "utf8",
    timeout: 60_000,
    maxBuffer: 1 << 26,
    shell: process.platform === "win32",
  });
  try {
    return JSON.parse(stdout ?? "") as Audit;
  } catch {
    return null;
  }
}

/** Known holes in what ships. Without an answer of the registry nothing is claimed. */
export const supply: Step = {
  name: "supply",
  about: "known vulnerabilities of the packages that ship, as the registry knows them",
  run: async (report: Report) => {
    const found = askRegistry();
    if (!found?.metadata) {
      report.note("the registry gave no answer: not checked");
      return;
    }
    const bad = Object.values(found.vulnerabilities ?? {}).filter(({ severity }) =>
      ["moderate", "high", "critical"].includes(severity),
    );
    const names = bad.map(({ name, severity }) => `${name} (${severity})`).join(", ");
    report.check("no package that ships has a known hole", bad.length === 0, names);
  },
};
