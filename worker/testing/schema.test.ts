import { env } from "cloudflare:workers";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { tables } from "./tables.ts";

async function rows<T>(statement: string, ...values: string[]): Promise<T[]> {
  return (
    await env.DB.prepare(statement)
      .bind(...values)
      .all<T>()
  ).results;
}

interface Column {
  name: string;
  type: string;
  notnull: number;
  pk: number;
}

test("the migrated database has the tables of schema/db and no others", async () => {
  const found = await rows<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite~_%' escape '~' and name not like '~_cf~_%' escape '~' and name <> 'd1_migrations'",
  );
  expect(found.map(({ name }) => name).toSorted()).toEqual(
    tables.map(({ name }) => name).toSorted(),
  );
});

test.each(tables)(
  "$name has the columns schema/db says",
  async ({ name, columns, primaryKeys }) => {
    const keys = new Set(
      primaryKeys.length > 0
        ? primaryKeys.flatMap((key) => key.columns.map((column) => column.name))
        : columns.filter((column) => column.primary).map((column) => column.name),
    );
    const found = await rows<Column>(
      'select name, type, "notnull", pk from pragma_table_info(?)',
      name,
    );
    expect(
      found.map((column) => ({
        name: column.name,
        type: column.type.toLowerCase(),
        isRequired: column.notnull === 1,
        isKey: column.pk > 0,
      })),
    ).toEqual(
      columns.map((column) => ({
        name: column.name,
        type: column.getSQLType(),
        isRequired: column.notNull,
        isKey: keys.has(column.name),
      })),
    );
  },
);

test.each(tables)("$name has the indexes and foreign keys schema/db says", async (table) => {
  const indexes = await rows<{ name: string; unique: number }>(
    "select name, \"unique\" from pragma_index_list(?) where origin = 'c' order by name",
    table.name,
  );
  expect(indexes).toEqual(
    table.indexes
      .map(({ config }) => ({ name: config.name, unique: config.unique ? 1 : 0 }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  );
  const links = await rows<{ table: string; from: string; on_delete: string }>(
    'select "table", "from", on_delete from pragma_foreign_key_list(?)',
    table.name,
  );
  const said = table.foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference();
    return `${columns[0]?.name} ${getTableConfig(foreignTable).name} ${key.onDelete ?? "no action"}`;
  });
  expect(
    links.map((link) => `${link.from} ${link.table} ${link.on_delete.toLowerCase()}`).toSorted(),
  ).toEqual(said.toSorted());
});

test("every heart table keeps the three triggers that count it, and both kinds count alike", async () => {
  const found = await rows<{ table: string; name: string; sql: string }>(
    "select tbl_name as \"table\", name, sql from sqlite_schema where type = 'trigger' and tbl_name like '%~_heart' escape '~' order by name",
  );
  const withoutKind = (sql: string, kind: string) =>
    sql
      .replaceAll(/\s+/g, " ")
      .replaceAll(`${kind}_heart`, "kind_heart")
      .replaceAll(`reddit_${kind}`, "reddit_kind");
  const triggersOf = (kind: "user" | "post") =>
    found
      .filter(({ table }) => table === `${kind}_heart`)
      .map(({ name, sql }) => ({ name: name.slice(kind.length), sql: withoutKind(sql, kind) }));
  const ofUsers = triggersOf("user");
  expect(ofUsers.map(({ name }) => name)).toEqual([
    "_heart_added",
    "_heart_of_age",
    "_heart_removed",
  ]);
  expect(triggersOf("post")).toEqual(ofUsers);
});
