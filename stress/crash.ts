import { startServer, type TestServer } from "#tools/server/test-server.ts";
import { findTargets, signUpAccounts, toggleHeart, type Account, type Target } from "./accounts.ts";
import { ApiClient } from "./api-client.ts";
import { auditHearts } from "./audit-hearts.ts";
import type { Report, Step } from "./report.ts";
import { listRuntimes } from "./runtime-processes.ts";
import { seededRandom } from "./seeded-random.ts";

const CRASHES = 20;
const ACCOUNTS = 12;
const MIN_RUN_MS = 300;
const RUN_SPREAD_MS = 1_500;

interface Hearts {
  accounts: Account[];
  targets: Target[];
  acknowledged: number;
}

/** Each account toggles hearts without a pause until the connection breaks. */
async function toggleUntilDisconnected(
  client: ApiClient,
  hearts: Hearts,
  random: () => number,
): Promise<void> {
  await Promise.all(
    hearts.accounts.map(async (account) => {
      for (;;) {
        const target = hearts.targets[Math.floor(random() * hearts.targets.length)];
        if (!target) return;
        try {
          const { status } = await toggleHeart(client, account, target);
          if (status === 200) hearts.acknowledged += 1;
        } catch {
          return;
        }
      }
    }),
  );
}

function killRuntimes(server: TestServer): number {
  const runtimes = listRuntimes(server.pid);
  for (const { pid } of runtimes) process.kill(pid, "SIGKILL");
  return runtimes.length;
}

/** Reads the outcome of every change that the killed server did not acknowledge. */
async function resolveUnacknowledged(client: ApiClient, hearts: Hearts): Promise<void> {
  for (const account of hearts.accounts) {
    for (const key of account.unacknowledged) {
      const { status, text } = await client.send({
        path: `/api/leaderboard/${key}/vote-status`,
        cookie: account.cookie,
      });
      if (status !== 200) throw new Error(`vote-status answered ${status}: ${text}`);
      account.hearted.set(key, (JSON.parse(text) as { voted: boolean }).voted);
    }
    account.unacknowledged.clear();
  }
}

interface Tally {
  killed: number;
  wrongCounts: number;
  lost: number;
}

async function runRound(
  server: TestServer,
  hearts: Hearts,
  random: () => number,
  tally: Tally,
): Promise<void> {
  const client = new ApiClient(server.baseUrl, ACCOUNTS);
  await resolveUnacknowledged(client, hearts);
  const toggling = toggleUntilDisconnected(client, hearts, random);
  await new Promise((resolve) => setTimeout(resolve, MIN_RUN_MS + random() * RUN_SPREAD_MS));
  tally.killed += killRuntimes(server) > 0 ? 1 : 0;
  // Stops wrangler too, which may keep connections open while it restarts its runtime.
  await server.stop();
  await toggling;
  client.close();
  const { wrongCounts, wrongHearts } = auditHearts(server.state, hearts.accounts);
  tally.wrongCounts += wrongCounts.length;
  tally.lost += wrongHearts.length;
}

async function createHearts(server: TestServer): Promise<Hearts> {
  const client = new ApiClient(server.baseUrl, ACCOUNTS);
  const accounts = await signUpAccounts(client, ACCOUNTS, "crash");
  const targets = await findTargets(client, "gemhunter", 12);
  client.close();
  return { accounts, targets, acknowledged: 0 };
}

function checkTally(report: Report, tally: Tally, hearts: Hearts): void {
  report.check(
    `the Worker's process was killed ${CRASHES} times`,
    tally.killed === CRASHES,
    `${tally.killed}`,
  );
  report.check(
    "hearts were acknowledged before",
    hearts.acknowledged > CRASHES * 5,
    `${hearts.acknowledged} acknowledged hearts`,
  );
  report.check(
    "after each, every count equals its rows",
    tally.wrongCounts === 0,
    `${tally.wrongCounts} wrong`,
  );
  report.check("after each, no acknowledged heart is lost", tally.lost === 0, `${tally.lost} lost`);
}

export const crash: Step = {
  name: "crash",
  about: `the Worker's process killed ${CRASHES} times while ${ACCOUNTS} accounts toggle hearts`,
  run: async (report, seed) => {
    const random = seededRandom(seed);
    const tally = { killed: 0, wrongCounts: 0, lost: 0 };
    let server = await startServer("stress-crash");
    const hearts = await createHearts(server);
    for (let index = 0; index < CRASHES; index += 1) {
      await runRound(server, hearts, random, tally);
      if (index < CRASHES - 1) server = await startServer("stress-crash", { keepsState: true });
    }
    checkTally(report, tally, hearts);
  },
};
