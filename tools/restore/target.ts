import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { stateFolder } from "#tools/migrations.ts";
import { Refused } from "#tools/refused.ts";
import { runWrangler } from "#tools/wrangler.ts";
import { type Counts, RESTORE_ORDER } from "./staging.ts";

/** Bytes per import. During an import the database answers no other caller. */
const BATCH_BYTES = 10_000_000;

export interface Place {
  /** An environment of wrangler.toml; null for local development. */
  env: string | null;
  /** Local only. */
  state?: string;
}

const placeArgs = ({ env, state = stateFolder }: Place): string[] =>
  env === null ? ["--local", "--persist-to", state] : ["--remote", "--env", env];

export const describePlace = ({ env, state = stateFolder }: Place): string =>
  env === null ? `the local database in ${state}` : `the database of ${env}`;

export const runAt = (place: Place, args: string[]): string =>
  runWrangler(`wrangler ${args.slice(0, 3).join(" ")}`, [...args, ...placeArgs(place)]);

function query(place: Place, sql: string): Record<string, unknown>[] {
  const text = runAt(place, ["d1", "execute", "DB", "--json", "--yes", "--command", sql]);
  const [answer] = JSON.parse(text.slice(text.indexOf("["))) as {
    results: Record<string, unknown>[];
  }[];
  return answer?.results ?? [];
}

const countColumns = (names: string[]): string =>
  names.map((name) => `(select count(*) from "${name}") as "${name}"`).join(", ");

/** Migrates the database; refuses one with more rows than migrations insert. */
export function prepareTarget(place: Place, initial: Counts): void {
  const found = query(place, "select name from sqlite_schema where type = 'table'");
  const there = RESTORE_ORDER.map(({ name }) => name).filter((name) =>
    found.some((table) => table["name"] === name),
  );
  const [counts = {}] = there.length > 0 ? query(place, `select ${countColumns(there)}`) : [];
  const filled = there.filter((name) => Number(counts[name]) > (initial[name] ?? 0));
  if (filled.length > 0) {
    const rows = filled.map((name) => `${name}: ${Number(counts[name])}`).join(", ");
    throw new Refused(
      `Nothing was written: ${describePlace(place)} is not empty (rows of ${rows}). A restore fills an empty database only; docs/operations.md, Restore, says how to make one.`,
    );
  }
  runAt(place, ["d1", "migrations", "apply", "DB"]);
}

/** Node handles no signal during a wrangler call, so without a pause between calls no signal could stop a restore. */
export const letSignalsIn = (): Promise<void> => setImmediate();

const adviseRestart = ({ env, state = stateFolder }: Place): string =>
  env === null
    ? `Nothing more is written. Delete ${state} (local data only) and run this again.`
    : 'Nothing more is written. Delete this database and begin again at step 2 of "A backup in the bucket" (docs/operations.md).';

/** Adds what to do to a failure of an import or of the comparison: the next restore refuses a database with rows. */
function withAdvice<T>(place: Place, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause;
    throw new Refused(`${cause.message.trimEnd()}\n${adviseRestart(place)}`, { cause });
  }
}

/** Imports batches of statements, each as a file. */
export async function fillTarget(
  place: Place,
  statements: Iterable<string>,
  folder: string,
  report: (line: string) => void,
): Promise<void> {
  let batch: string[] = [];
  let bytes = 0;
  let number = 0;
  const flush = async () => {
    await letSignalsIn();
    if (batch.length === 0) return;
    number += 1;
    const file = join(folder, "batch.sql");
    writeFileSync(file, `${batch.join("\n")}\n`);
    report(`Batch ${number}: ${(bytes / 1_000_000).toFixed(1)} MB`);
    withAdvice(place, () => runAt(place, ["d1", "execute", "DB", "--yes", "--file", file]));
    [batch, bytes] = [[], 0];
  };
  for (const statement of statements) {
    batch.push(statement);
    bytes += Buffer.byteLength(statement);
    if (bytes >= BATCH_BYTES) await flush();
  }
  await flush();
}

const HEARTS = `(select coalesce(sum(heart_count), 0) from reddit_user) as "user_heart counted",
  (select coalesce(sum(heart_count), 0) from reddit_post) as "post_heart counted"`;

function compareCounts(place: Place, wanted: Counts): void {
  const names = Object.keys(wanted);
  const [found = {}] = query(place, `select ${countColumns(names)}, ${HEARTS}`);
  const expected: Counts = {
    ...wanted,
    "user_heart counted": wanted["user_heart"] ?? 0,
    "post_heart counted": wanted["post_heart"] ?? 0,
  };
  const wrong = Object.entries(expected).filter(([name, rows]) => Number(found[name]) !== rows);
  if (wrong.length === 0) return;
  const lines = wrong.map(([name, rows]) => `${name}: ${String(found[name])} instead of ${rows}`);
  throw new Refused(`The restored database differs from the backup: ${lines.join(", ")}.`);
}

/** Compares the number of rows per table, and the counts made by triggers, with `wanted`. */
export const verifyTarget = (place: Place, wanted: Counts): void =>
  withAdvice(place, () => compareCounts(place, wanted));
