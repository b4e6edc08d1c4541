import { spawnSync } from "node:child_process";
import { root } from "#tools/files.ts";
import type { Report, Step } from "./report.ts";

const AUDIT_TIMEOUT_MS = 30_000;

interface Audit {
  vulnerabilities?: Record<string, { severity: string; name: string }>;
  metadata?: { vulnerabilities: Record<string, number> };
  message?: string;
  error?: { summary?: string };
}

interface AuditRule {
  rule: string;
  flags: string[];
  bad: string[];
}

/** .github/workflows/audit.yml checks these on every push and once a week. */
const RULES: AuditRule[] = [
  {
    rule: "no package that ships has a known vulnerability",
    flags: ["--omit=dev"],
    bad: ["moderate", "high", "critical"],
  },
  {
    rule: "no development package has a high or critical one",
    flags: [],
    bad: ["high", "critical"],
  },
];

function runAudit(flags: string[]): Audit {
  const { stdout, error } = spawnSync("npm", ["audit", ...flags, "--json"], {
    cwd: root,
    encoding: "utf8",
    timeout: AUDIT_TIMEOUT_MS,
    maxBuffer: 1 << 26,
    shell: process.platform === "win32",
  });
  try {
    return JSON.parse(stdout ?? "") as Audit;
  } catch {
    return { message: error?.message ?? "npm audit printed no JSON" };
  }
}

function checkRule(report: Report, { rule, flags, bad }: AuditRule): void {
  const { metadata, vulnerabilities = {}, message, error } = runAudit(flags);
  if (!metadata) {
    const why = error?.summary || message || "the response holds no audit";
    report.skip(rule, why.split("\n")[0]?.replaceAll(/https?:\/\/\S+/g, "the registry") ?? "");
    return;
  }
  const found = Object.values(vulnerabilities).filter(({ severity }) => bad.includes(severity));
  const names = found.map(({ name, severity }) => `${name} (${severity})`).join(", ");
  report.check(rule, found.length === 0, names);
}

/** If the registry does not answer, the rules are skipped. */
export const supply: Step = {
  name: "supply",
  about: "known vulnerabilities of the packages, as the registry knows them",
  run: async (report: Report) => {
    for (const rule of RULES) checkRule(report, rule);
  },
};
