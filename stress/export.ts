import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { callCron } from "#tools/server/cron-call.ts";
import { root } from "#tools/files.ts";
import { orderExport } from "#tools/order-export.ts";
import { withLocalDatabase } from "#tools/server/local-database.ts";
import { startServer } from "#tools/server/test-server.ts";
import { runTool } from "#tools/tools.ts";
import { findTargets, signUpAccounts, toggleHeart, type Account } from "./accounts.ts";
import { ApiClient } from "./api-client.ts";
import { auditHearts } from "./audit-hearts.ts";
import type { Report, Step } from "./report.ts";

const FOLDER = ".cache/stress-export";
const REMOVALS = 6_000;
const CONFIG_KEYS = ["name", "compatibility_date"];

/** wrangler keeps local data beside its configuration, so each copy of it has its own database. */
function createConfig(name: string): string {
  const folder = join(root, FOLDER, name);
  mkdirSync(folder, { recursive: true });
  const text = readFileSync(join(root, "wrangler.toml"), "utf8");
  const head = CONFIG_KEYS.flatMap((key) => new RegExp(`^${key} = .*$`, "m").exec(text)?.[0] ?? []);
  const database = /^\[\[d1_databases\]\]\n(?:\w+ = .*\n)+/m.exec(text)?.[0] ?? "";
  writeFileSync(join(folder, "wrangler.toml"), `${head.join("\n")}\n\n${database}`);
  return folder;
}

function wrangler(folder: string, ...args: string[]): void {
  const { ok, output } = runTool("wrangler", args, { cwd: folder, env: { CI: "true" } });
  if (!ok) throw new Error(`wrangler ${args.join(" ")}:\n${output}`);
}

type Counts = Record<string, number>;

/** Numbers of rows per table, without SQLite's own and the boards, which are made again; of triggers and of indexes. */
function countRows(state: string): Counts {
  return withLocalDatabase(state, (database) => {
    const objects = database
      .prepare("select name, type from sqlite_schema where name not like '\\_cf\\_%' escape '\\'")
      .all() as { name: string; type: string }[];
    const counts: Counts = {};
    for (const { name, type } of objects) {
      if (type !== "table") counts[type] = (counts[type] ?? 0) + 1;
      else if (!name.startsWith("sqlite_") && !name.startsWith("leaderboard_"))
        counts[name] = Number(database.prepare(`select count(*) as n from "${name}"`).get()?.["n"]);
    }
    return counts;
  });
}

/** `finish` is called before the server stops. */
export async function createData(
  name: string,
  finish: (baseUrl: string) => Promise<void> = async () => {},
): Promise<{ state: string; accounts: Account[] }> {
  const server = await startServer(name);
  const client = new ApiClient(server.baseUrl, 4);
  try {
    const accounts = await signUpAccounts(client, 5, "kept");
    const targets = await findTargets(client, "gemhunter", 12);
    for (const account of accounts)
      for (const target of targets) await toggleHeart(client, account, target);
    await client.send({
      method: "POST",
      path: "/api/feedback",
      body: { title: 'It\'s "quoted"; --', description: "Line one\nline two, ünïcode 💎" },
    });
    await client.send({ path: "/api/leaderboard/users" });
    await finish(server.baseUrl);
    return { state: server.state, accounts };
  } finally {
    client.close();
    await server.stop();
  }
}

async function checkAnswers(report: Report, name: string, account: Account): Promise<void> {
  const server = await startServer(name, { keepsState: true });
  const client = new ApiClient(server.baseUrl, 1);
  try {
    const status = await client.send({ path: "/api/auth/status", cookie: account.cookie });
    report.check(
      "a session from before still opens the account",
      /"isAuthenticated":true/.test(status.text),
    );
    const saved = await client.send({
      path: "/api/leaderboard/saved/posts",
      cookie: account.cookie,
    });
    report.check("the saved list is there", /"total":12\b/.test(saved.text), `${saved.status}`);
    await callCron(server.baseUrl, "leaderboard");
    const board = await client.send({ path: "/api/leaderboard/posts" });
    report.check(
      "the job makes the boards again",
      /"total":12\b/.test(board.text),
      `${board.status}`,
    );
    const search = {
      method: "POST",
      path: "/api/reddit/search",
      body: { username: `removed_${REMOVALS}` },
    };
    const removed = await client.send(search);
    report.check(
      "a removed creator stays removed",
      removed.text.includes('"profileState":"removed"'),
    );
  } finally {
    client.close();
    await server.stop();
  }
}

const IMPORTED = "stress-imported";

/** What grows over D1's limit for a statement, as the Worker stores it, and the statistics that D1 advises to make. */
function fillUp(state: string): void {
  withLocalDatabase(state, (database) =>
    database.exec(`
      update leaderboard_snapshot set entries = entries || printf('%.*c', 188000, ' ');
      insert into removal (kind, key, id, reason, created_by)
        with recursive number(n) as (select 1 union all select n + 1 from number where n < ${REMOVALS})
        select 'user', 'removed_' || n, lower(hex(randomblob(16))), 'other', 'stress' from number;
      update removal_snapshot set version = (select version from removal_state),
        keys = (select json_group_array(kind || '/' || key) from removal);
      pragma optimize = 0x10002`),
  );
}

/** Follows "Your own export" in docs/operations.md on the local database: export, wipe, import. */
export const exportAndImport: Step = {
  name: "export",
  about:
    "export, wipe, import: rows, counts, triggers and sessions come back, boards and removals are made again",
  run: async (report) => {
    rmSync(join(root, FOLDER), { recursive: true, force: true });
    const { state, accounts } = await createData("stress-export-live");
    fillUp(state);
    const before = countRows(state);
    const [from, to] = [createConfig("from"), createConfig("to")];
    cpSync(join(root, state), join(from, ".wrangler/state"), { recursive: true });
    const exported = join(root, FOLDER, "export.sql");
    wrangler(from, "d1", "export", "DB", "--local", "--output", exported);
    report.note(`${(statSync(exported).size / 1024).toFixed(0)} KiB of SQL`);
    const ordered = join(root, FOLDER, "ordered.sql");
    await orderExport(exported, ordered);
    wrangler(to, "d1", "execute", "DB", "--local", "--yes", "--file", ordered);
    const imported = join(".cache", IMPORTED);
    rmSync(join(root, imported), { recursive: true, force: true });
    cpSync(join(to, ".wrangler/state"), join(root, imported), { recursive: true });
    const after = countRows(imported);
    const same = isDeepStrictEqual(after, before);
    const rows = Object.values(before).reduce((sum, one) => sum + one, 0);
    report.check(
      "every table but the boards has its rows, every trigger and index is there",
      same,
      same ? `${rows}` : JSON.stringify({ before, after }),
    );
    const { wrongCounts, wrongHearts } = auditHearts(imported, accounts);
    report.check("heart counts equal their rows", wrongCounts.length === 0, wrongCounts.join(", "));
    report.check("every heart is there", wrongHearts.length === 0, wrongHearts.join(", "));
    const [account] = accounts;
    if (account) await checkAnswers(report, IMPORTED, account);
  },
};
