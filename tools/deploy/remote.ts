import { basename } from "node:path";
import { migrationFiles } from "#tools/migrations.ts";
import { Refused } from "#tools/refused.ts";
import { type DeployEnvironment, parsePendingMigrations } from "./refusals.ts";
import { runWrangler } from "#tools/wrangler.ts";

const NO_SUCH_WORKER = /Worker "[^"]+".* not found|\b10007\b/;
const NO_SUCH_BUCKET = /\[code: 10006\]/;

/** Returns none before the first deploy, when there is no Worker. */
function listSecrets(env: DeployEnvironment): string[] {
  const args = ["secret", "list", "--env", env, "--format", "json"];
  try {
    const listed = JSON.parse(runWrangler("Listing the secrets", args)) as { name: string }[];
    return listed.map(({ name }) => name);
  } catch (error) {
    if (error instanceof Refused && NO_SUCH_WORKER.test(error.message)) return [];
    throw error;
  }
}

/** `bucket`: null where none is bound. Asks for it by name, because wrangler's list ends after 20 buckets. */
export function hasBucket(bucket: string | null): boolean {
  if (bucket === null) return false;
  try {
    runWrangler("Looking for the bucket", ["r2", "bucket", "info", bucket, "--json"]);
    return true;
  } catch (error) {
    if (error instanceof Refused && NO_SUCH_BUCKET.test(error.message)) return false;
    throw error;
  }
}

function listPendingMigrations(env: DeployEnvironment): string[] {
  const args = ["d1", "migrations", "list", "DB", "--remote", "--env", env];
  return parsePendingMigrations(runWrangler("Listing the migrations", args));
}

/** Applied migrations that this checkout lacks. Needs the table that wrangler makes when it lists the pending ones. */
function listNewerMigrations(env: DeployEnvironment): string[] {
  const command = "select name from d1_migrations order by id";
  const args = ["d1", "execute", "DB", "--remote", "--env", env, "--json", "--command", command];
  const [answer] = JSON.parse(runWrangler("Reading the applied migrations", args)) as {
    results: { name: string }[];
  }[];
  const own = migrationFiles().map((path) => basename(path));
  return (answer?.results ?? []).map(({ name }) => name).filter((name) => !own.includes(name));
}

export function fetchRemoteState(env: DeployEnvironment, bucket: string | null) {
  return {
    secrets: listSecrets(env),
    hasBucket: hasBucket(bucket),
    pendingMigrations: listPendingMigrations(env),
    newerMigrations: listNewerMigrations(env),
  };
}

/** Returns null if wrangler does not report it. */
function readsAreReplicated(env: DeployEnvironment): boolean | null {
  const args = ["d1", "info", "DB", "--env", env, "--json"];
  const info = JSON.parse(runWrangler("Reading the database's settings", args)) as {
    read_replication?: { mode?: string };
  };
  const mode = info.read_replication?.mode;
  return mode === undefined ? null : mode === "auto";
}

/** A notice for the operator; no reason to refuse the deploy. */
export function replicationNote(env: DeployEnvironment): string {
  const isOn = readsAreReplicated(env);
  if (isOn) return "Read replication is on: reads are answered near their visitors.";
  const what =
    isOn === null
      ? "Whether read replication is on is not known. Where it is off,"
      : "Read replication is off:";
  return `${what} every read travels to the database's one region. "Where the data lives" in docs/operations.md says how to switch it on.`;
}

/** Prints the restore point before migrating, because a failed migration needs it too. */
export function migrate(env: DeployEnvironment): void {
  const info = ["d1", "time-travel", "info", "DB", "--env", env, "--json"];
  const bookmark = /"bookmark":\s*"([^"]+)"/.exec(
    runWrangler("Recording a restore point", info),
  )?.[1];
  if (!bookmark) throw new Refused("D1 returned no restore point. No migration was applied.");
  console.log(
    `Restore point, only for damaged data (it undoes every write since):\n  npx wrangler d1 time-travel restore DB --env ${env} --bookmark=${bookmark}\n`,
  );
  const apply = ["d1", "migrations", "apply", "DB", "--remote", "--env", env];
  console.log(runWrangler("Applying the migrations", apply));
}

/** Prints the rollback command only on success: after a failed upload it would roll back the running, good version. */
export function uploadVersion(env: DeployEnvironment, options: string[]): void {
  console.log(runWrangler("Deploying", ["deploy", "--env", env, ...options]));
  console.log(`To roll back:\n  npx wrangler rollback --env ${env}`);
}
