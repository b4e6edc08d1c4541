import { readFileSync, writeFileSync } from "node:fs";

/*
 * `wrangler d1 export` writes tables with their rows in order of creation, which cannot be imported if a table
 * references a later one. The order here: tables, rows with parents before children, indexes, triggers. Triggers before
 * rows would count each heart twice.
 */
const NAME = String.raw`["\x60]?(\w+)["\x60]?`;
const TABLE = new RegExp(String.raw`^CREATE TABLE (?:IF NOT EXISTS )?${NAME}`, "i");
const INSERT = new RegExp(String.raw`^INSERT INTO ${NAME}`, "i");
const PARENT = new RegExp(String.raw`REFERENCES ${NAME}`, "gi");

/** A row is one line of the export; longer statements end with a semicolon at the end of a line. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let open: string[] = [];
  for (const line of sql.split("\n")) {
    if (open.length === 0 && line.trim() === "") continue;
    open.push(line);
    const isTrigger = /^CREATE TRIGGER/i.test(open[0] ?? "");
    const isEnd = isTrigger ? /^\s*END;\s*$/i.test(line) : line.trimEnd().endsWith(";");
    if (!isEnd) continue;
    statements.push(open.join("\n"));
    open = [];
  }
  if (open.length > 0)
    throw new Error("The file ends in the middle of a statement: export it again.");
  return statements;
}

function sortParentsFirst(tables: string[]): string[] {
  const parents = new Map<string, string[]>();
  for (const statement of tables) {
    const name = TABLE.exec(statement)?.[1] ?? "";
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

export function orderBackup(sql: string): string {
  const statements = splitStatements(sql);
  const tables = statements.filter((one) => TABLE.test(one));
  const rows = statements.filter((one) => INSERT.test(one));
  const rest = statements.filter((one) => !TABLE.test(one) && !INSERT.test(one));
  const order = sortParentsFirst(tables);
  const placeOf = (row: string) => {
    const place = order.indexOf(INSERT.exec(row)?.[1] ?? "");
    return place < 0 ? order.length : place;
  };
  // SQLite fills sqlite_sequence itself when the rows are inserted.
  const isSequence = (one: string) => /sqlite_sequence/.test(one.slice(0, 40));
  const sorted = rows.filter((row) => !isSequence(row)).toSorted((a, b) => placeOf(a) - placeOf(b));
  const last = rest.filter((one) => !isSequence(one) && !/^PRAGMA/i.test(one));
  return [...tables, ...sorted, ...last, ""].join("\n");
}

function main(): void {
  const [from, to] = process.argv.slice(2);
  if (!from || !to) {
    console.error("Usage: npx node tools/order-backup.ts backup.sql ordered.sql");
    process.exit(1);
  }
  writeFileSync(to, orderBackup(readFileSync(from, "utf8")));
  console.log(`Wrote ${to}: import it into an empty database.`);
}

if (import.meta.main) main();
