import { spawnSync } from "node:child_process";
import { root } from "#scripts/files.ts";
import type { Report, Step } from "./report.ts";

const LONGEST_MS = 30_000;

interface Audit {
  vulnerabilities?: Record<string, { severity: string; name: string }>;
  metadata?: { vulnerabilities: Record<string, number> };
  message?: string;
  error?: { summary?: string };
}

interface Question {
  rule: string;
  flags: string[];
  bad: string[];
}

/** .github/workflows/audit.yml asks the same two on every push and once a week. */
const QUESTIONS: Question[] = [
  {
    rule: "no package that ships has a known hole",
    flags: ["--omit=dev"],
    bad: ["moderate", "high", "critical"],
  },
  {
    rule: "no package that builds and tests has a grave one",
    flags: [],
    bad: ["high", "critical"],
  },
];

function askRegistry(flags: string[]): Audit {
  const { stdout } = spawnSync("npm", ["audit", ...flags, "--json"], {
    cwd: root,
    encoding: "utf8",
    timeout: LONGEST_MS,
    maxBuffer: 1 << 26,
    shell: process.platform === "win32",
  });
  try {
    return JSON.parse(stdout ?? "") as Audit;
  } catch {
    return { message: `nothing within ${LONGEST_MS / 1000} s` };
  }
}

function ask(report: Report, { rule, flags, bad }: Question): void {
  const { metadata, vulnerabilities = {}, message, error } = askRegistry(flags);
  if (!metadata) {
    const why = error?.summary || message || "no audit in its answer";
    report.notAnswered(
      rule,
      why.split("\n")[0]?.replaceAll(/https?:\/\/\S+/g, "the registry") ?? "",
    );
    return;
  }
  const found = Object.values(vulnerabilities).filter(({ severity }) => bad.includes(severity));
  const names = found.map(({ name, severity }) => `${name} (${severity})`).join(", ");
  report.check(rule, found.length === 0, names);
}

/** Known holes. Without an answer of the registry nothing is claimed. */
export const supply: Step = {
  name: "supply",
  about: "known vulnerabilities of the packages, as the registry knows them",
  run: async (report: Report) => {
    for (const question of QUESTIONS) ask(report, question);
  },
};
