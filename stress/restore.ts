import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { LeaderboardPostsResponse } from "#schema/api/leaderboard.ts";
import { NOT_BACKED_UP } from "#schema/db/backups.ts";
import { callCron } from "#tools/server/cron-call.ts";
import { root } from "#tools/files.ts";
import { download } from "#tools/restore/download.ts";
import { restore as restoreBackup } from "#tools/restore/restore.ts";
import { withLocalDatabase } from "#tools/server/local-database.ts";
import { startServer } from "#tools/server/test-server.ts";
import { runTool } from "#tools/tools.ts";
import { PASSWORD, type Account } from "./accounts.ts";
import { ApiClient } from "./api-client.ts";
import { auditHearts } from "./audit-hearts.ts";
import type { Report, Step } from "./report.ts";
import { createData } from "./export.ts";

const FOLDER = ".cache/stress-restore";
const RESTORED = "stress-restored";

/** All rows of all tables that are backed up, and all objects of the schema but wrangler's table of migrations. */
function readAll(state: string): Record<string, unknown[]> {
  return withLocalDatabase(state, (database) => {
    const objects = database
      .prepare(
        "select name, type, sql from sqlite_schema where name not like '\\_cf\\_%' escape '\\' and name not like 'sqlite%' and name <> 'd1_migrations' order by name",
      )
      .all();
    const tables = objects
      .filter(({ type }) => type === "table")
      .map(({ name }) => String(name))
      .filter((name) => !(name in NOT_BACKED_UP));
    const rows = tables.map((name): [string, unknown[]] => [
      name,
      database.prepare(`select * from "${name}" order by 1, 2`).all(),
    ]);
    return { "tables, indexes and triggers": objects, ...Object.fromEntries(rows) };
  });
}

const readIds = (state: string, sql: string): string[] =>
  withLocalDatabase(state, (database) => database.prepare(sql).all()).map(({ id }) => String(id));

/** The first SQL or command of the page that matches. */
function documented(text: RegExp): string {
  const found = text.exec(readFileSync(join(root, "docs/operations.md"), "utf8"))?.[0];
  if (found === undefined) throw new Error(`docs/operations.md has no ${text.source}`);
  return found;
}

const REMOVALS = 6_000;

/** Adds the removals of a copy in KV, as after a restore without removals.sql. */
function checkRemovals(report: Report, folder: string, state: string): void {
  const keys = ["user/first-one", "post/t3_1gem012", "subreddit/u_first-one"];
  for (let index = keys.length; index < REMOVALS; index += 1) keys.push(`user/removed_${index}`);
  writeFileSync(join(folder, "removals.txt"), `1795823489000\n${JSON.stringify(keys)}`);
  const command = documented(/tail -n 1 removals\.txt .+ > missing\.sql/);
  const made = spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" });
  report.check("the removals of KV's copy become SQL", made.status === 0, made.stderr);
  const missing = join(folder, "missing.sql");
  const options = ["--local", "--persist-to", state, "--yes", "--file", missing];
  const { ok, output } = runTool("wrangler", ["d1", "execute", "DB", ...options], {
    env: { CI: "true" },
  });
  report.check("that SQL is imported", ok, ok ? "" : output.slice(-500));
  const found = new Set(readIds(state, "select kind || '/' || key as id from removal"));
  const isWhole = found.size === keys.length && keys.every((key) => found.has(key));
  report.check("every removal of the copy is there", isWhole, `${found.size}`);
}

/** `living`: the ids in accounts.txt. Returns the number of emptied accounts. */
function emptyDeletedSince(state: string, living: readonly string[]): number {
  const restored = documented(
    /select id from app_user where deleted_at is null and created_at[^"]*/,
  ).replace(/'20[^']*'/, "'now', '+1 hour'");
  const deleted = readIds(state, restored).filter((id) => !living.includes(id));
  const list = deleted.map((id) => `'${id}'`).join(", ");
  const empty = documented(/update app_user set [^"]*/).replace("'ID'", list);
  withLocalDatabase(state, (database) => database.exec(empty));
  return deleted.length;
}

/** An account that was deleted after the backup: its id is not in accounts.txt. */
async function checkDeleted(report: Report, state: string, accounts: Account[]): Promise<void> {
  const [deleted, ...others] = accounts.toReversed();
  if (!deleted) return;
  const living = readIds(state, `select id from app_user where username <> '${deleted.name}'`);
  const emptied = emptyDeletedSince(state, living);
  report.check("only the account deleted since is emptied", emptied === 1, `${emptied}`);
  const server = await startServer(RESTORED, { keepsState: true });
  const client = new ApiClient(server.baseUrl, 1);
  try {
    const body = { username: deleted.name, password: PASSWORD };
    const login = await client.send({ method: "POST", path: "/api/auth/login", body });
    report.check("an account deleted since cannot log in", login.status === 401, `${login.status}`);
    await callCron(server.baseUrl, "deleted_accounts");
  } finally {
    client.close();
    await server.stop();
  }
  const left = readIds(state, "select id from app_user").length;
  report.check("its row is gone", left === others.length, `${left} accounts`);
  const { wrongCounts, wrongHearts } = auditHearts(state, others);
  report.check("its hearts are gone", wrongCounts.length + wrongHearts.length === 0);
}

async function checkSite(report: Report, account: Account): Promise<void> {
  const server = await startServer(RESTORED, { keepsState: true });
  const client = new ApiClient(server.baseUrl, 1);
  try {
    const body = { username: account.name, password: PASSWORD };
    const login = await client.send({ method: "POST", path: "/api/auth/login", body });
    report.check("an account logs in with its password", login.status === 200, `${login.status}`);
    const { cookie } = login;
    const saved = await client.send({ path: "/api/leaderboard/saved/posts", cookie });
    report.check("its saved list is there", /"total":12\b/.test(saved.text), `${saved.status}`);
    await callCron(server.baseUrl, "leaderboard");
    const { text } = await client.send({ path: "/api/leaderboard/posts" });
    const board = JSON.parse(text) as LeaderboardPostsResponse;
    report.check("the cron computes the boards", board.total === 12, `${board.total} posts`);
  } finally {
    client.close();
    await server.stop();
  }
}

async function refusesFilled(folder: string, state: string): Promise<boolean> {
  const options = { file: folder, env: null, target: { env: null, state }, isCheck: false };
  const outcome = await restoreBackup(options, () => {}).then(
    () => "restored",
    (error: Error) => error.message,
  );
  return outcome.startsWith("Nothing was written");
}

/** Follows "A backup in the bucket" and then "In the restored database" of docs/operations.md, on this machine. */
export const restore: Step = {
  name: "restore",
  about: "the daily backup, a wipe, npm run restore: every row of every table comes back",
  run: async (report) => {
    for (const path of [FOLDER, join(".cache", RESTORED)])
      rmSync(join(root, path), { recursive: true, force: true });
    const { state, accounts } = await createData("stress-restore-live", (baseUrl) =>
      callCron(baseUrl, "backup"),
    );
    const folder = join(root, FOLDER);
    await download("latest", { env: null, state }, folder);
    const before = readAll(state);
    const restored = join(".cache", RESTORED);
    const target = { env: null, state: restored };
    await restoreBackup({ file: folder, env: null, target, isCheck: false }, (line) =>
      report.note(line),
    );
    const after = readAll(restored);
    for (const [name, rows] of Object.entries(before))
      report.check(`same ${name}`, isDeepStrictEqual(after[name], rows), `${rows.length}`);
    const { wrongCounts, wrongHearts } = auditHearts(restored, accounts);
    report.check("heart counts equal their rows", wrongCounts.length === 0, wrongCounts.join(", "));
    report.check("every heart is there", wrongHearts.length === 0, wrongHearts.join(", "));
    report.check("a filled database is refused", await refusesFilled(folder, restored));
    const [account] = accounts;
    if (account) await checkSite(report, account);
    await checkDeleted(report, restored, accounts);
    checkRemovals(report, folder, restored);
  },
};
