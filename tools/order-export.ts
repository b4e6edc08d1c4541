import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { Refused, runMain } from "./refused.ts";

/*
 * `wrangler d1 export` writes tables with their rows in order of creation, which cannot be imported if a table
 * references a later one. The order here: tables, rows with parents before children, indexes, triggers. Triggers before
 * rows would count each heart twice.
 */
const NAME = String.raw`["\x60]?(\w+)["\x60]?`;
const TABLE = new RegExp(String.raw`^CREATE TABLE (?:IF NOT EXISTS )?${NAME}`, "i");
const INSERT = new RegExp(String.raw`^INSERT INTO ${NAME}`, "i");
const PARENT = new RegExp(String.raw`REFERENCES ${NAME}`, "gi");
/** Longer than the start of any row up to its table's name. */
const ROW_START_BYTES = 200;
const CHUNK_BYTES = 1_048_576;
/** D1's limit. The export has a statement for each row. */
const MAX_STATEMENT_BYTES = 100_000;
/** SQLite fills its own tables: counters with the rows, statistics with the next ANALYZE. */
const OF_SQLITE = /^sqlite_/i;
/** Rows that can be over the limit, and that the Worker makes again. */
const MADE_AGAIN = new Set(["leaderboard_current", "leaderboard_snapshot", "removal_snapshot"]);
/** It has to have its row. Version 0 is outdated: the first reader makes the keys of the removals. */
const SNAPSHOT_ROW = `INSERT INTO "removal_snapshot" ("id") VALUES (1);`;
const INCOMPLETE = "The file ends in the middle of a statement: export it again.";

/** Bytes of the export; `end` is exclusive. */
interface Range {
  start: number;
  end: number;
}

interface Contents {
  /** Every statement but the rows. */
  statements: string[];
  /** By table: neighbouring rows are one range. */
  rows: Map<string, Range[]>;
}

/** Not readline, which also splits at U+2028, as texts may contain. The last line has no line feed. */
async function* readLines(path: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    let rest = chunk as Buffer;
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      yield Buffer.concat([...parts, rest.subarray(0, at + 1)]);
      parts = [];
      rest = rest.subarray(at + 1);
    }
    parts.push(rest);
  }
  yield Buffer.concat(parts);
}

function addRow(rows: Contents["rows"], table: string, start: number, line: Buffer): void {
  const isWhole = line.subarray(-3).toString().trimEnd().endsWith(";");
  if (!isWhole) throw new Refused(INCOMPLETE);
  if (OF_SQLITE.test(table) || MADE_AGAIN.has(table)) return;
  const statementBytes = line.length - 1; // Without the line feed.
  if (statementBytes > MAX_STATEMENT_BYTES)
    throw new Refused(
      `A row of ${table} has ${statementBytes} bytes, and D1 takes statements of ${MAX_STATEMENT_BYTES}. Restore a backup instead: npm run restore writes such rows in pieces (docs/operations.md).`,
    );
  const ranges = rows.get(table) ?? [];
  rows.set(table, ranges);
  const last = ranges.at(-1);
  const end = start + line.length;
  if (last?.end === start) last.end = end;
  else ranges.push({ start, end });
}

/** A row is one line of the export; longer statements end with a semicolon at the end of a line. */
async function readContents(path: string): Promise<Contents> {
  const contents: Contents = { statements: [], rows: new Map() };
  let open = "";
  let end = 0;
  for await (const line of readLines(path)) {
    const start = end;
    end += line.length;
    const table = INSERT.exec(line.subarray(0, ROW_START_BYTES).toString())?.[1];
    if (open === "" && table !== undefined) {
      addRow(contents.rows, table, start, line);
      continue;
    }
    const text = line.toString();
    if (open === "" && text.trim() === "") continue;
    open += text;
    const isTrigger = /^CREATE TRIGGER/i.test(open);
    const isEnd = isTrigger ? /^\s*END;\s*$/i.test(text) : text.trimEnd().endsWith(";");
    if (!isEnd) continue;
    contents.statements.push(open.trimEnd());
    open = "";
  }
  if (open !== "") throw new Refused(INCOMPLETE);
  return contents;
}

const nameOf = (statement: string): string => TABLE.exec(statement)?.[1] ?? "";

function sortParentsFirst(tables: string[]): string[] {
  const parents = new Map<string, string[]>();
  for (const statement of tables) {
    const name = nameOf(statement);
    parents.set(
      name,
      [...statement.matchAll(PARENT)].map((match) => match[1] ?? ""),
    );
  }
  const ordered: string[] = [];
  const visit = (name: string, path: string[]) => {
    if (ordered.includes(name) || path.includes(name)) return;
    for (const parent of parents.get(name) ?? []) visit(parent, [...path, name]);
    ordered.push(name);
  };
  for (const name of parents.keys()) visit(name, []);
  return ordered;
}

function isSameFile(from: string, to: string): boolean {
  const [source, target] = [statSync(from), statSync(to, { throwIfNoEntry: false })];
  return source.ino === target?.ino && source.dev === target.dev;
}

/** Rows are copied by their place in the file: an export can be larger than the memory. */
export async function orderExport(from: string, to: string): Promise<void> {
  if (isSameFile(from, to))
    throw new Refused(`${to} is the export itself: name another file for the ordered one.`);
  const { statements, rows } = await readContents(from);
  const tables = statements.filter((one) => TABLE.test(one) && !OF_SQLITE.test(nameOf(one)));
  const isLast = (one: string) =>
    !TABLE.test(one) && !/^PRAGMA|^ANALYZE|^\w+ FROM sqlite_sequence/i.test(one);
  const hasSnapshot = tables.some((one) => nameOf(one) === "removal_snapshot");
  const names = new Set([...sortParentsFirst(tables), ...rows.keys()]);
  const ordered = async function* () {
    yield `${tables.join("\n")}\n`;
    for (const { start, end } of [...names].flatMap((name) => rows.get(name) ?? []))
      yield* createReadStream(from, { start, end: end - 1, highWaterMark: CHUNK_BYTES });
    if (hasSnapshot) yield `${SNAPSHOT_ROW}\n`;
    yield `${statements.filter(isLast).join("\n")}\n`;
  };
  const partial = `${to}.partial`;
  try {
    await pipeline(ordered, createWriteStream(partial));
    renameSync(partial, to);
  } finally {
    rmSync(partial, { force: true });
  }
}

async function main(): Promise<void> {
  const [from, to] = process.argv.slice(2);
  if (!from || !to)
    throw new Refused("Usage: npx node tools/order-export.ts export.sql ordered.sql");
  await orderExport(from, to);
  console.log(`Wrote ${to}: import it into an empty database.`);
}

if (import.meta.main) await runMain(main);
