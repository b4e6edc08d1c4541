import { mark, record, table } from "#bench/results.ts";
import { bundle, WORKER_LIMIT_KB } from "#tools/build/bundle.ts";
import { measureApi, type Ratio } from "./api.ts";
import { measureStartup } from "./startup.ts";

const SHOWN_FUNCTIONS = 8;

function profileOf({ name, profile }: Ratio): string[] {
  if (profile.length === 0) return [];
  const parts = profile
    .slice(0, SHOWN_FUNCTIONS)
    .map(({ where, share }) => `${where} ${(share * 100).toFixed(1)} %`);
  return [`- ${name}: ${parts.join(", ")}`];
}

const PROFILES = `Where the isolate spends its time in the calls that miss their aim, by the function that runs itself (idle: waiting for
requests and the database; program: the runtime's own code, which the profiler does not name):

`;

const MOST_STARTUP_MS = 60;

function startupText(): string {
  const activeMs = measureStartup();
  const bundleKb = bundle("production").sizes.worker;
  const rows = [
    [
      "bundle, gzip",
      `${bundleKb.toFixed(1)} KB`,
      `≤ ${WORKER_LIMIT_KB} KB`,
      mark(bundleKb <= WORKER_LIMIT_KB),
    ],
    [
      "active at start-up",
      `${activeMs.toFixed(1)} ms`,
      `≤ ${MOST_STARTUP_MS} ms`,
      mark(activeMs <= MOST_STARTUP_MS),
    ],
  ];
  return `The production Worker: its size by \`npm run build\`, its start by \`wrangler check startup\`, median of 5:

${table(["what", "found", "aim", ""], rows)}`;
}

export async function api(): Promise<void> {
  const ratios = await measureApi();
  const profiles = ratios.flatMap(profileOf);
  const rows = ratios.map(
    ({ name, bare, ratio, withHeadersRatio, aim, ours, bareRates, failures }) => [
      name,
      bare,
      ratio.toFixed(2),
      `≥ ${aim.toFixed(2)}`,
      mark(ratio >= aim && failures === 0),
      withHeadersRatio?.toFixed(2) ?? "",
      String(Math.round(ours)),
      String(Math.round(bareRates)),
    ],
  );
  record(
    "API against bare routes",
    `Requests a second of the real Worker over those of a bare Hono route that does the least the job needs, both in workerd behind
Miniflare, 8 connections: three pairs of processes, seven interleaved rounds of 0.4 s each, the median of the rounds' ratios.
The last ratio is to the same bare route with what every answer has to carry: the security headers, the request id, and a
body that was checked.

${table(["call", "bare route", "ratio", "aim", "", "with headers", "ours /s", "bare route /s"], rows)}

${profiles.length > 0 ? PROFILES : ""}${profiles.join("\n")}

${startupText()}`,
  );
}
