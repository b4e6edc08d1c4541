import { BACKUP_FORMAT, type BackupPart, type BackupTable, folderOf } from "#schema/backups.ts";
import type { Deps } from "#worker/deps.ts";
import { retryIdempotent } from "#worker/database/retry.ts";
import {
  BackupOverdue,
  dateOf,
  FIRST_PAGE_ROWS,
  OVERDUE_AFTER_MS,
  pageRows,
  type Progress,
  RUN_LIMITS,
  type RunLimits,
  rowsOf,
} from "./backups.rules.ts";
import { readRows, readSchemaVersion, sourceAt } from "./backups.store.ts";
import {
  deleteOutdated,
  finish,
  isWhole,
  readLastFinish,
  readProgress,
  saveProgress,
  storePart,
} from "./bucket.ts";
import { openPart, type Part } from "./part.ts";

type Source = NonNullable<ReturnType<typeof sourceAt>>;

interface Run {
  deps: Deps;
  bucket: R2Bucket;
  /** The run has reached one of its limits. */
  isSpent(): boolean;
  readTablePage(source: Source, after: unknown[] | null, limit: number): Promise<unknown[][]>;
}

function startRun(deps: Deps, bucket: R2Bucket, limits: RunLimits): Run {
  const endsAt = deps.clock.now() + limits.ms;
  let pages = 0;
  return {
    deps,
    bucket,
    isSpent: () => pages >= limits.pages || deps.clock.now() >= endsAt,
    readTablePage: (source, after, limit) => {
      pages += 1;
      return retryIdempotent(deps.clock, () => readRows(deps.db, source, after, limit));
    },
  };
}

interface ReadPart {
  part: Part;
  /** null: the table has no more rows. */
  after: unknown[] | null;
}

function primaryKeyOf({ columns, key }: Source, row: unknown[]): unknown[] {
  return key.map((name) => row[columns.indexOf(name)]);
}

/** One statement per page, so that the database serves other requests between two pages. */
async function readPart(run: Run, source: Source, from: unknown[] | null): Promise<ReadPart> {
  const part = openPart();
  let after = from;
  let limit = FIRST_PAGE_ROWS;
  for (;;) {
    const rows = await run.readTablePage(source, after, limit);
    const last = rows.at(-1);
    if (last) {
      await part.add(rows);
      after = primaryKeyOf(source, last);
    }
    if (rows.length < limit) return { part: await part.close(), after: null };
    if (part.isFull() || run.isSpent()) return { part: await part.close(), after };
    limit = pageRows(part.written.rows, part.written.bytes);
  }
}

function withPart(table: BackupTable, part: BackupPart | null): BackupTable {
  return part ? { ...table, rows: table.rows + part.rows, parts: [...table.parts, part] } : table;
}

/** Reads and stores the next part; returns null once every table is stored. */
async function storeNextPart(run: Run, progress: Progress): Promise<Progress | null> {
  const finished = progress.isTableFinished ? progress.tables : progress.tables.slice(0, -1);
  const source = sourceAt(finished.length);
  if (!source) return null;
  const { name, columns } = source;
  const table = progress.tables[finished.length] ?? { name, columns, rows: 0, parts: [] };
  const { part, after } = await readPart(run, source, progress.after);
  const number = String(table.parts.length + 1).padStart(4, "0");
  // A unique name: a part that an interrupted run left is neither overwritten nor taken for this one.
  const key = `${folderOf(progress.date)}${name}-${number}-${run.deps.clock.uuid()}.ndjson.gz`;
  const stored = part.rows > 0 ? await storePart(run.bucket, key, part) : null;
  const tables = [...finished, withPart(table, stored)];
  return { ...progress, tables, after, isTableFinished: after === null };
}

interface Saved {
  progress: Progress;
  etag: string;
}

async function beginBackup(
  run: Run,
  replaced: Awaited<ReturnType<typeof readProgress>>,
): Promise<Saved> {
  const now = run.deps.clock.now();
  const startedAt = new Date(now).toISOString();
  const progress: Progress = {
    date: dateOf(now),
    startedAt,
    attemptedSince: replaced?.value?.attemptedSince ?? replaced?.value?.startedAt ?? startedAt,
    schema: await readSchemaVersion(run.deps.db),
    tables: [],
    after: null,
    isTableFinished: true,
  };
  return { progress, etag: await saveProgress(run.bucket, progress, replaced?.etag ?? null) };
}

/** A deploy between two runs may have changed tables or columns; a manifest has one schema. */
async function hasThisSchema({ deps }: Run, { schema, tables }: Progress): Promise<boolean> {
  const isSame = tables.every(({ name, columns }, index) => {
    const source = sourceAt(index);
    return source?.name === name && source.columns.join() === columns.join();
  });
  return isSame && schema === (await readSchemaVersion(deps.db));
}

/** Continues an unfinished backup or begins today's; null if today's is whole. */
async function findOrBeginBackup(run: Run): Promise<Saved | null> {
  const { bucket } = run;
  const now = run.deps.clock.now();
  const found = await readProgress(bucket);
  const progress = found?.value ?? null;
  const isYoung = progress !== null && Date.parse(progress.startedAt) + OVERDUE_AFTER_MS > now;
  if (found && isYoung && (await hasThisSchema(run, progress)))
    return { progress, etag: found.etag };
  if (!progress && (await isWhole(bucket, dateOf(now)))) return null;
  return beginBackup(run, found);
}

async function refuseOverdue({ bucket, deps }: Run, progress: Progress): Promise<void> {
  const { attemptedSince, startedAt } = progress;
  const last = (await readLastFinish(bucket)) ?? Date.parse(attemptedSince ?? startedAt);
  if (last + OVERDUE_AFTER_MS < deps.clock.now())
    throw new BackupOverdue("There was no whole backup for two days");
}

/** Stores parts until the backup is whole or the run is spent; returns the run's outcome. */
async function continueBackup(run: Run, saved: Saved): Promise<string> {
  let { progress, etag } = saved;
  for (;;) {
    const next = await storeNextPart(run, progress);
    if (next === null) break;
    progress = next;
    etag = await saveProgress(run.bucket, progress, etag);
    if (!run.isSpent()) continue;
    await refuseOverdue(run, progress);
    return `unfinished ${progress.date}: ${rowsOf(progress.tables)} rows so far`;
  }
  const { date, startedAt, schema, tables } = progress;
  const finishedAt = new Date(run.deps.clock.now()).toISOString();
  await finish(run.bucket, { format: BACKUP_FORMAT, date, startedAt, finishedAt, schema, tables });
  return `whole ${date}: ${rowsOf(tables)} rows`;
}

/**
 * One run's share of the daily backup (decision 087). Outdated backups are deleted first, also while the database
 * cannot be read.
 */
export async function backUp(deps: Deps, limits: RunLimits = RUN_LIMITS): Promise<string> {
  const { backups: bucket, clock } = deps;
  if (!bucket) return "no bucket";
  await deleteOutdated(bucket, clock.now());
  const run = startRun(deps, bucket, limits);
  const saved = await findOrBeginBackup(run);
  return saved ? continueBackup(run, saved) : `whole ${dateOf(clock.now())}`;
}
