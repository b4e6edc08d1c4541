import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { D1Migration } from "@cloudflare/vitest-plugin";
import { expect, test } from "vitest";

interface Column {
  name: string;
  type: string;
  required: number;
  fallback: string | null;
}

interface Link {
  column: string;
  parent: string;
}

async function rows<T>(statement: string, ...values: unknown[]): Promise<T[]> {
  return (
    await env.DB.prepare(statement)
      .bind(...values)
      .all<T>()
  ).results;
}

const OURS =
  "type = 'table' and name not like 'sqlite~_%' escape '~' and name not like '~_cf~_%' escape '~' and name <> 'd1_migrations'";

async function tables(): Promise<string[]> {
  const found = await rows<{ name: string }>(`select name from sqlite_schema where ${OURS}`);
  return found.map(({ name }) => name);
}

const columnsOf = (table: string) =>
  rows<Column>(
    'select name, lower(type) as type, "notnull" as required, dflt_value as fallback from pragma_table_info(?)',
    table,
  );

const linksOf = (table: string) =>
  rows<Link>('select "from" as "column", "table" as parent from pragma_foreign_key_list(?)', table);

/** Parents before the tables that refer to them. */
async function inOrder(names: string[]): Promise<string[]> {
  const ordered: string[] = [];
  const visit = async (name: string, path: string[]) => {
    if (ordered.includes(name) || path.includes(name)) return;
    for (const { parent } of await linksOf(name)) await visit(parent, [...path, name]);
    ordered.push(name);
  };
  for (const name of names) await visit(name, []);
  return ordered;
}

const ROWS = 3;

/** A valid value for the column. The same row number gives the same key, so that references are valid. */
function valueFor({ name, type }: Column, row: number, isLink: boolean): string | number {
  if (type.includes("int")) return name.startsWith("is_") ? row % 2 : row;
  if (isLink || name === "id") return `row_${row}`;
  if (/kind/.test(name)) return row % 2 ? "users" : "posts";
  return `"${name} ${row}"`;
}

async function seed(): Promise<void> {
  for (const table of await inOrder(await tables())) {
    await env.DB.prepare(`delete from "${table}"`).run();
  }
  for (const table of await inOrder(await tables())) {
    const columns = await columnsOf(table);
    const linked = new Set((await linksOf(table)).map(({ column }) => column));
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    for (let row = 1; row <= ROWS; row += 1) {
      const values = columns.map((column) => valueFor(column, row, linked.has(column.name)));
      const marks = values.map(() => "?").join(", ");
      await env.DB.prepare(`insert or ignore into "${table}" (${names}) values (${marks})`)
        .bind(...values)
        .run();
    }
  }
}

/** The rows as text, with the table's current columns. */
type Contents = Record<string, { columns: string; rows: string[] }>;

async function readRows(table: string, columns: string): Promise<string[]> {
  const found = await rows(`select ${columns} from "${table}"`);
  return found.map((row) => JSON.stringify(row)).toSorted();
}

async function readContents(): Promise<Contents> {
  const found: Contents = {};
  for (const table of await tables()) {
    const columns = (await columnsOf(table)).map(({ name }) => `"${name}"`).join(", ");
    found[table] = { columns, rows: await readRows(table, columns) };
  }
  return found;
}

async function emptyDatabase(): Promise<void> {
  const views = await rows<{ name: string; type: string }>(
    `select name, type from sqlite_schema where type in ('trigger', 'view')`,
  );
  for (const { name, type } of views) await env.DB.prepare(`drop ${type} "${name}"`).run();
  for (const name of (await inOrder(await tables())).toReversed())
    await env.DB.prepare(`drop table "${name}"`).run();
  await env.DB.prepare("drop table if exists d1_migrations").run();
}

/** Applies each migration from `start` on to a seeded database of the state before. Returns the changed tables. */
async function walk(migrations: D1Migration[], start = 0): Promise<string[]> {
  const differing: string[] = [];
  await emptyDatabase();
  await applyD1Migrations(env.DB, migrations.slice(0, start));
  for (const [index, { name }] of migrations.entries()) {
    if (index < start) continue;
    if (index > 0) await seed();
    const before = await readContents();
    await applyD1Migrations(env.DB, migrations.slice(0, index + 1));
    for (const [table, { columns, rows: expected }] of Object.entries(before)) {
      if (index > 0 && expected.length === 0)
        differing.push(`${name}: ${table} had no row to keep`);
      const found = await readRows(table, columns).catch((error: unknown) => [String(error)]);
      if (found.join("\n") !== expected.join("\n"))
        differing.push(`${name}: ${table} had ${expected.length} rows, now ${found.join(" ")}`);
    }
  }
  return differing;
}

test("no migration loses a row, or changes a value that older code reads", async () => {
  expect(await walk(env.TEST_MIGRATIONS)).toEqual([]);
});

/** walk() for a migration that follows ours. */
const walkLast = (migration: D1Migration) =>
  walk([...env.TEST_MIGRATIONS, migration], env.TEST_MIGRATIONS.length);

test.each([
  ["an update of a column", "update app_user set username = upper(username)", "app_user"],
  ["a column that is gone", "alter table feedback drop column priority", "feedback"],
])("%s is noticed", async (_, query, table) => {
  const differing = await walkLast({ name: "9999.sql", queries: [query] });
  expect(differing).toEqual([expect.stringContaining(`9999.sql: ${table} had 3 rows, now `)]);
});

test("a migration that drops and rebuilds a table is reported, because it empties the tables below", async () => {
  const rebuild: D1Migration = {
    name: "9999_rebuild.sql",
    queries: ["drop table app_user", "create table app_user (id text primary key)"],
  };
  const differing = await walkLast(rebuild);
  expect(differing.join("\n")).toMatch(/user_heart had \d+ rows, now $/m);
});
