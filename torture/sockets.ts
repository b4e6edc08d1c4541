import { connect } from "node:net";
import { migrate, startWorker } from "#scripts/runtime.ts";
import { MALFORMED, type Malformed } from "./malformed.ts";
import type { Report, Step } from "./report.ts";

/** The runtime waits 15 s for headers, our own deadline 12.3 s for everything else. */
const LONGEST_MS = 20_000;
const SHELL = "<!doctype html><title>shell</title>";
const PAUSE_MS = 300;
/** An answer came: whether another one follows is seen within this. */
const QUIET_MS = 2_000;

const ANSWER = /HTTP\/1\.[01] (\d{3}) /g;
const STACK = /^\s+at .+:\d+|\b(?:node_modules|kj::|workerd\/|\.[cm]?[jt]s:\d+)/m;
/** The Worker puts it on every answer: without it, the runtime refused by itself. */
const OURS = "X-Request-Id: ";
/** Our deadline for a body that never comes says "busy". */
const BUSY = 503;
/** workerd reads such a body by TE, as the standard asks, but goes on with the connection, as it should not. */
const READ_BY_TE = new Set([
  "CL and TE, the body ends early by TE",
  "TE and CL, the body ends early by CL",
]);

interface Outcome {
  name: string;
  statuses: number[];
  text: string;
  /** null: neither answered nor closed in time. */
  ms: number | null;
}

/** Sends the bytes as they are and listens until nothing more comes. */
function send(port: number, { name, parts }: Malformed): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const started = performance.now();
    let text = "";
    let isOver = false;
    const end = (isInTime: boolean) => {
      if (isOver) return;
      isOver = true;
      socket.destroy();
      const statuses = [...text.matchAll(ANSWER)].map(([, status]) => Number(status));
      resolve({ name, text, statuses, ms: isInTime ? performance.now() - started : null });
    };
    const limit = setTimeout(() => end(false), LONGEST_MS);
    let quiet: NodeJS.Timeout | undefined;
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      clearTimeout(quiet);
      quiet = setTimeout(() => end(true), QUIET_MS);
    });
    // A connection reset is an answer too.
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
    "no request within another is answered, but where the runtime itself reads two",
    several.filter(({ name }) => hiding.has(name) && !READ_BY_TE.has(name)),
  );
  none(
    "one request has one answer",
    several.filter(({ name }) => !hiding.has(name)),
  );
  none(
    `each is answered or closed within ${LONGEST_MS / 1000} s`,
    outcomes.filter(({ ms }) => ms === null),
  );
  none(
    "none is an error within the Worker",
    outcomes.filter(
      ({ statuses, text }) =>
        text.includes(OURS) && statuses.some((one) => one >= 500 && one !== BUSY),
    ),
  );
  none(
    "no answer shows code or repeats a foreign host",
    outcomes.filter(({ text }) => STACK.test(text) || text.includes("evil.example")),
  );
  const refused = outcomes.filter(({ text }) => text !== "" && !text.includes(OURS));
  const closed = outcomes.filter(({ text }) => text === "");
  report.note(
    `${refused.length} were refused by the local runtime before the Worker, ${closed.length} closed; in production Cloudflare's edge parses HTTP before either`,
  );
}

export const sockets: Step = {
  name: "sockets",
  about: `${MALFORMED.length} malformed requests, byte by byte`,
  run: async (report) => {
    const { port, database, stop } = await startWorker("sample/entry.ts", "sockets", {
      shell: SHELL,
    });
    try {
      await migrate(database);
      const well: Malformed = {
        name: "well",
        parts: ["GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"],
      };
      const twice: Malformed = { name: "two in one", parts: [well.parts.join("").repeat(2)] };
      const pipelined = await send(port, twice);
      report.check(
        "the count sees two answers where there are two",
        pipelined.statuses.length === 2,
      );
      const outcomes = await Promise.all(MALFORMED.map((one) => send(port, one)));
      judge(report, outcomes);
      const slowest = outcomes.toSorted((a, b) => (b.ms ?? LONGEST_MS) - (a.ms ?? LONGEST_MS))[0];
      report.note(
        `the longest: ${slowest?.name}, ${((slowest?.ms ?? LONGEST_MS) / 1000).toFixed(1)} s`,
      );
      const after = await send(port, well);
      report.check("afterwards it answers as ever", after.statuses[0] === 200);
    } finally {
      await stop();
    }
  },
};
