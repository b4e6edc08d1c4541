import { join } from "node:path";
import { parseArgs } from "node:util";
import { brand } from "#schema/brand.ts";
import { download } from "./download.ts";
import { openBackup } from "./read-backup.ts";
import { withScratch } from "./scratch.ts";
import { createStaging, loadBackup, type Loaded } from "./staging.ts";
import { statementsOf } from "./statements.ts";
import {
  describePlace,
  fillTarget,
  letSignalsIn,
  type Place,
  prepareTarget,
  verifyTarget,
} from "./target.ts";
import { Refused, runMain } from "#tools/refused.ts";

const USAGE = `npm run restore -- FILE [--remote --env production]
npm run restore -- --from-r2 2026-11-21 [--remote] --env production

  FILE        the manifest.json of a downloaded backup, or its folder
  --from-r2   downloads the backup of that day, or "latest", from the bucket of --env
  --remote    fills the database of --env; without it, the local one
  --check     verifies the backup and writes nothing`;

export interface RestoreOptions {
  file?: string | undefined;
  fromR2?: string | undefined;
  env: string | null;
  target: Place;
  isCheck: boolean;
}

function readArguments(args: string[]) {
  const options = {
    env: { type: "string" },
    remote: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    "from-r2": { type: "string" },
  } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new Refused(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

export function readOptions(args: string[]): RestoreOptions {
  const { values, positionals } = readArguments(args);
  const [file, ...more] = positionals;
  const fromR2 = values["from-r2"];
  const env = values.env ?? null;
  if (more.length > 0 || (file === undefined) === (fromR2 === undefined)) throw new Refused(USAGE);
  if (env !== null && !Object.hasOwn(brand.environments, env))
    throw new Refused(`There is no environment "${env}".\n${USAGE}`);
  if (values.remote && env === null)
    throw new Refused("--remote needs --env production or staging.");
  return { file, fromR2, env, target: { env: values.remote ? env : null }, isCheck: values.check };
}

const total = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

function describe({ counts, skipped }: Loaded): string {
  const tables = Object.entries(counts).map(([name, rows]) => `  ${name.padEnd(16)}${rows}`);
  const left = Object.entries(skipped).map(
    ([name, rows]) =>
      `  ${rows} rows of ${name} are left out: what they belong to was deleted or renamed while the backup was made.`,
  );
  return [...tables, ...left].join("\n");
}

async function restoreIn(
  scratch: string,
  options: RestoreOptions,
  report: (line: string) => void,
): Promise<Loaded> {
  const staging = createStaging(join(scratch, "staging.sqlite"));
  try {
    const { fromR2, env, target } = options;
    const path =
      fromR2 === undefined
        ? (options.file ?? "")
        : await download(fromR2, { ...target, env }, join(scratch, "backup"));
    const backup = openBackup(path);
    const loaded = loadBackup(staging, backup);
    report(`The backup of ${backup.manifest.date} is whole:\n${describe(loaded)}`);
    if (options.isCheck) return loaded;
    await letSignalsIn();
    prepareTarget(target, staging.initial);
    await fillTarget(target, statementsOf(staging.database, staging.initial), scratch, report);
    verifyTarget(target, loaded.counts);
    report(
      `Restored ${total(loaded.counts)} rows into ${describePlace(target)}. The next cron computes the boards.`,
    );
    return loaded;
  } finally {
    staging.database.close();
  }
}

/** Verifies and stages the whole backup before the first row is written. */
export const restore = (options: RestoreOptions, report = console.log): Promise<Loaded> =>
  withScratch((scratch) => restoreIn(scratch, options, report));

/** SQLite's codes for files that it cannot write, read, extend or open. */
const FILE_FAILURES: unknown[] = [8, 10, 13, 14];

/** Drops the stack of errors that the operator can fix, such as a full disk or a read-only folder. */
export function describeRestoreFailure(error: unknown): unknown {
  if (error instanceof Refused) return error.message;
  const isOfSystem =
    error instanceof Error &&
    ("syscall" in error || ("errcode" in error && FILE_FAILURES.includes(error.errcode)));
  return isOfSystem ? `The restore stopped: ${error.message}` : error;
}

if (import.meta.main)
  await runMain(() => restore(readOptions(process.argv.slice(2))), describeRestoreFailure);
