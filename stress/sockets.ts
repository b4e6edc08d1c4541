import { connect } from "node:net";
import { migrate, startWorker } from "#tools/runtime.ts";
import { MALFORMED, type Malformed } from "./malformed.ts";
import type { Report, Step } from "./report.ts";

/** workerd waits 15 s for headers; the Worker answers within 12.3 s. */
const RESPONSE_TIMEOUT_MS = 20_000;
const SHELL = "<!doctype html><title>shell</title>";
const PAUSE_MS = 300;
/** After a response, the wait for another one. */
const NEXT_RESPONSE_MS = 2_000;

const ANSWER = /HTTP\/1\.[01] (\d{3}) /g;
const STACK = /^\s+at .+:\d+|\b(?:node_modules|kj::|workerd\/|\.[cm]?[jt]s:\d+)/m;
/** Every response of the Worker has it; a response without it is a refusal by workerd. */
const WORKER_HEADER = "X-Request-Id: ";
/** workerd reads these bodies by Transfer-Encoding, as RFC 9112 requires, but wrongly keeps the connection open. */
const READ_BY_TE = new Set([
  "CL and TE, the body ends early by TE",
  "TE and CL, the body ends early by CL",
]);

interface Outcome {
  name: string;
  statuses: number[];
  text: string;
  /** null: neither a response nor a close in time. */
  ms: number | null;
}

/** Sends the bytes unchanged and collects the responses. */
function send(port: number, { name, parts }: Malformed): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const started = performance.now();
    let text = "";
    let isOver = false;
    let answeredAt: number | null = null;
    const end = (isInTime: boolean) => {
      if (isOver) return;
      isOver = true;
      socket.destroy();
      const statuses = [...text.matchAll(ANSWER)].map(([, status]) => Number(status));
      resolve({
        name,
        text,
        statuses,
        ms: isInTime ? (answeredAt ?? performance.now()) - started : null,
      });
    };
    const limit = setTimeout(() => end(answeredAt !== null), RESPONSE_TIMEOUT_MS);
    let quiet: NodeJS.Timeout | undefined;
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      answeredAt = performance.now();
      clearTimeout(quiet);
      quiet = setTimeout(() => end(true), NEXT_RESPONSE_MS);
    });
    // A connection reset counts as closed.
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(limit);
      clearTimeout(quiet);
      end(true);
    });
    for (const [index, part] of parts.entries())
      setTimeout(() => !isOver && socket.write(Buffer.from(part, "latin1")), index * PAUSE_MS);
  });
}

const brief = ({ name, statuses }: Outcome) => `${name} (${statuses.join(", ") || "closed"})`;

function judge(report: Report, outcomes: Outcome[]): void {
  const none = (rule: string, guilty: Outcome[]) =>
    report.check(rule, guilty.length === 0, guilty.map(brief).join("; "));
  const hiding = new Set(MALFORMED.filter(({ hides }) => hides).map(({ name }) => name));
  const several = outcomes.filter(({ statuses }) => statuses.length > 1);
  none(
    "no hidden request is answered, except where workerd reads two",
    several.filter(({ name }) => hiding.has(name) && !READ_BY_TE.has(name)),
  );
  none(
    "one request gets one response",
    several.filter(({ name }) => !hiding.has(name)),
  );
  none(
    `each is answered or closed within ${RESPONSE_TIMEOUT_MS / 1000} s`,
    outcomes.filter(({ ms }) => ms === null),
  );
  none(
    "none makes the Worker fail",
    outcomes.filter(
      ({ statuses, text }) => text.includes(WORKER_HEADER) && statuses.some((one) => one >= 500),
    ),
  );
  none(
    "no response shows code or repeats a foreign host",
    outcomes.filter(({ text }) => STACK.test(text) || text.includes("evil.example")),
  );
  const refused = outcomes.filter(({ text }) => text !== "" && !text.includes(WORKER_HEADER));
  const closed = outcomes.filter(({ text }) => text === "");
  report.note(
    `${refused.length} were refused by workerd before the Worker, ${closed.length} closed; in production Cloudflare's edge parses HTTP before either`,
  );
}

export const sockets: Step = {
  name: "sockets",
  about: `${MALFORMED.length} malformed requests over plain TCP`,
  run: async (report) => {
    const { port, database, stop } = await startWorker("sample/entry.ts", "sockets", {
      shell: SHELL,
    });
    try {
      await migrate(database);
      const valid: Malformed = {
        name: "valid",
        parts: ["GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"],
      };
      const twice: Malformed = { name: "two in one", parts: [valid.parts.join("").repeat(2)] };
      const pipelined = await send(port, twice);
      report.check(
        "two pipelined requests are counted as two responses",
        pipelined.statuses.length === 2,
      );
      const outcomes = await Promise.all(MALFORMED.map((one) => send(port, one)));
      judge(report, outcomes);
      const slowest = outcomes.toSorted(
        (a, b) => (b.ms ?? RESPONSE_TIMEOUT_MS) - (a.ms ?? RESPONSE_TIMEOUT_MS),
      )[0];
      report.note(
        `slowest: ${slowest?.name}, ${((slowest?.ms ?? RESPONSE_TIMEOUT_MS) / 1000).toFixed(1)} s`,
      );
      const after = await send(port, valid);
      report.check("the Worker still answers afterwards", after.statuses[0] === 200);
    } finally {
      await stop();
    }
  },
};
