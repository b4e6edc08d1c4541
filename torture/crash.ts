import { startServer, type TestServer } from "#scripts/server.ts";
import { audit } from "./books.ts";
import { Caller } from "./caller.ts";
import { runtimesBelow } from "./processes.ts";
import { random, type Report, type Step } from "./report.ts";
import { findTargets, press, signUpAll, type Target, type Voter } from "./voters.ts";

const CRASHES = 20;
const VOTERS = 12;
const VARS = { RATE_LIMITS: "off", POST_SOURCE: "sample" };
const SHORTEST_MS = 300;
const SPREAD_MS = 1_500;

interface Books {
  voters: Voter[];
  targets: Target[];
  acknowledged: number;
}

/** Each voter presses without a pause until the connection breaks. */
async function voteUntilItBreaks(caller: Caller, books: Books, pick: () => number): Promise<void> {
  await Promise.all(
    books.voters.map(async (voter) => {
      for (;;) {
        const target = books.targets[Math.floor(pick() * books.targets.length)];
        if (!target) return;
        try {
          const { status } = await press(caller, voter, target);
          if (status === 200) books.acknowledged += 1;
        } catch {
          return;
        }
      }
    }),
  );
}

function killRuntimes(server: TestServer): number {
  const runtimes = runtimesBelow(server.pid);
  for (const { pid } of runtimes) process.kill(pid, "SIGKILL");
  return runtimes.length;
}

/** What may or may not have happened is settled by looking: the next round starts from the truth. */
async function settle(caller: Caller, books: Books): Promise<void> {
  for (const voter of books.voters) {
    for (const key of voter.unsure) {
      const { text } = await caller.call({
        path: `/api/leaderboard/${key}/vote-status`,
        cookie: voter.cookie,
      });
      voter.voted.set(key, (JSON.parse(text) as { voted: boolean }).voted);
    }
    voter.unsure.clear();
  }
}

interface Tally {
  killed: number;
  wrongCounts: number;
  lost: number;
}

async function round(
  server: TestServer,
  books: Books,
  pick: () => number,
  tally: Tally,
): Promise<void> {
  const caller = new Caller(server.baseUrl, VOTERS);
  await settle(caller, books);
  const voting = voteUntilItBreaks(caller, books, pick);
  await new Promise((resolve) => setTimeout(resolve, SHORTEST_MS + pick() * SPREAD_MS));
  tally.killed += killRuntimes(server) > 0 ? 1 : 0;
  // wrangler may try to keep the connection while it looks for its runtime: it goes too.
  await server.stop();
  await voting;
  caller.close();
  const { wrongCounts, wrongHearts } = audit(server.state, books.voters);
  tally.wrongCounts += wrongCounts.length;
  tally.lost += wrongHearts.length;
}

async function prepare(server: TestServer): Promise<Books> {
  const caller = new Caller(server.baseUrl, VOTERS);
  const voters = await signUpAll(caller, VOTERS, "crash");
  const targets = await findTargets(caller, "gemhunter", 12);
  caller.close();
  return { voters, targets, acknowledged: 0 };
}

function judge(report: Report, tally: Tally, books: Books): void {
  report.check(
    `the Worker's process was killed ${CRASHES} times`,
    tally.killed === CRASHES,
    `${tally.killed}`,
  );
  report.check(
    "there was something to lose",
    books.acknowledged > CRASHES * 5,
    `${books.acknowledged} acknowledged presses`,
  );
  report.check(
    "after each, every count equals its rows",
    tally.wrongCounts === 0,
    `${tally.wrongCounts} wrong`,
  );
  report.check("after each, no acknowledged press is gone", tally.lost === 0, `${tally.lost} gone`);
}

export const crash: Step = {
  name: "crash",
  about: `the Worker's process killed ${CRASHES} times while ${VOTERS} people vote`,
  run: async (report, { seed }) => {
    const pick = random(seed);
    const tally = { killed: 0, wrongCounts: 0, lost: 0 };
    let server = await startServer("torture-crash", VARS);
    const books = await prepare(server);
    for (let index = 0; index < CRASHES; index += 1) {
      await round(server, books, pick, tally);
      if (index < CRASHES - 1)
        server = await startServer("torture-crash", VARS, { keepsState: true });
    }
    judge(report, tally, books);
  },
};
