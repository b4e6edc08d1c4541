import { mark, record, table } from "#bench/results.ts";
import { migrate, startWorker, type RunningWorker } from "#tools/runtime.ts";
import { DISTANCES, type Figures, measureAt, signUp } from "./measure.ts";

const SHELL = `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Unearth</title>
<meta name="description" content="the shell" /></head><body><div id="root"></div></body></html>`;

const COLUMNS: [keyof Figures, string][] = [
  ["head", "page's head"],
  ["body", "page's body"],
  ["search", "search, counts not read"],
  ["searchAgain", "search, warm"],
  ["coldSearch", "search, nothing cached"],
  ["firstSearch", "the same, new isolate"],
  ["firstStatus", "first status of an isolate"],
  ["status", "status"],
  ["vote", "heart"],
];

type Measured = Map<number, Figures>;

async function measure(
  served: RunningWorker,
  replication: "replicated" | "single",
  cookie: string,
): Promise<Measured> {
  const found: Measured = new Map();
  for (const ms of DISTANCES) found.set(ms, await measureAt(served, ms, replication, cookie));
  return found;
}

function rowsOf(name: string, found: Measured): string[][] {
  return [...found].map(([ms, figures]) => [
    name,
    String(ms),
    ...COLUMNS.map(([key]) => {
      const added = figures[key] - (found.get(0)?.[key] ?? 0);
      return ms === 0 ? figures[key].toFixed(0) : `+${Math.max(0, added).toFixed(0)}`;
    }),
    `${figures.withPosts} of 10`,
  ]);
}

/** The times that 150 ms of distance may add, with some room for a busy machine. */
function aims(found: Measured): string[][] {
  const [near, far] = [found.get(0), found.get(150)];
  if (!near || !far) throw new Error("the distances changed");
  const added = (key: keyof Figures) => far[key] - near[key];
  const row = (what: string, key: keyof Figures, most: number) => [
    what,
    `+${Math.max(0, added(key)).toFixed(0)} ms`,
    `≤ ${most} ms`,
    mark(added(key) <= most),
  ];
  return [
    row("page's body, warm", "body", 60),
    row("search, warm", "searchAgain", 15),
    row("search, nothing cached: two round trips", "coldSearch", 350),
    row("the same in a new isolate", "firstSearch", 350),
    row("status: no round trip to the primary", "status", 60),
    row("heart: one round trip", "vote", 200),
  ];
}

const CALLS = 1_000;
const ROUNDS = 15;
const READY = [
  { name: "status, signed out", path: "/api/auth/status", body: null },
  {
    name: "search page, warm",
    path: "/api/reddit/search",
    body: JSON.stringify({ username: "gemhunter", limit: 12 }),
  },
];

/** Microseconds per call, measured over a thousand calls within one request. */
async function callTime(
  { port }: RunningWorker,
  path: string,
  body: string | null,
): Promise<number> {
  const headers = { "X-Bench-Loop": String(CALLS), "Content-Type": "application/json" };
  const init = body === null ? { headers } : { method: "POST", headers, body };
  const startedAt = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
  if ((await answer.text()) !== String(CALLS)) throw new Error(`${path} failed`);
  return ((performance.now() - startedAt) / CALLS) * 1_000;
}

/** The minimum of many rounds, because other load only adds time. */
async function readyRows(served: RunningWorker): Promise<string[][]> {
  const rows: string[][] = [];
  for (const { name, path, body } of READY) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await callTime(served, path, body));
    rows.push([name, Math.min(...times).toFixed(1)]);
  }
  return rows;
}

function textOf(single: Measured, replicated: Measured, ready: string[][]): string {
  const head = ["state", "distance, ms", ...COLUMNS.map(([, title]) => title), "pages with posts"];
  return `The real Worker in workerd behind Miniflare; its D1, the first KV read of a key and the call budget's Durable Object at a round trip of 0,
80, 150 and 280 ms at the binding, without replication and with a replica beside the Worker (reads that a session allows it take no trip).
Milliseconds, medians: at distance 0 the whole time, at the others what the distance adds. Lists are in memory; counts are not, unless it
says warm. With nothing cached, the source answers at once and its calls are counted. Decision 090 has the figures of the state before
reads went to the nearest replica.

${table(head, [...rowsOf("one database", single), ...rowsOf("replicated", replicated)])}

What 150 ms add, with replication:

${table(["what", "found", "aim", ""], aims(replicated))}

Answers that wait for nothing, in microseconds of one call: a thousand within one request, the least of ${ROUNDS} rounds, without sockets (an
answer over a socket takes about ten times as long):

${table(["call", "found"], ready)}`;
}

export async function distance(): Promise<void> {
  const served = await startWorker("bench/inside/distant.ts", "distance", {
    shell: SHELL,
    hasCallBudget: true,
  });
  try {
    await migrate(served.database);
    const cookie = await signUp(served, "far_away");
    const single = await measure(served, "single", cookie);
    const replicated = await measure(served, "replicated", cookie);
    const ready = await readyRows(served);
    record("Distance to the database", textOf(single, replicated, ready));
  } finally {
    await served.stop();
  }
}
