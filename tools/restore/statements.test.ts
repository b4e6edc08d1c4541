import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { createStaging } from "./staging.ts";
import { statementsOf } from "./statements.ts";

const open: DatabaseSync[] = [];
afterEach(() => {
  for (const database of open.splice(0)) database.close();
});

const ROWS = 1_500;
const restored = "select id, reddit_username, description from reddit_user order by id";

test("many rows become few statements, none longer than D1 allows", () => {
  const { database, initial } = createStaging(":memory:");
  open.push(database);
  database.exec(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
     insert into reddit_user (id, reddit_username, description)
     select 't2_' || i, 'name_' || i, 'It''s; number ' || i || ' ' || hex(zeroblob(100)) from n`,
  );
  const statements = [...statementsOf(database, initial)].filter((sql) =>
    sql.includes('"reddit_user"'),
  );
  const lengths = statements.map((sql) => Buffer.byteLength(sql));
  expect(Math.max(...lengths)).toBeLessThanOrEqual(100_000);
  expect(Math.min(...lengths.slice(0, -1)), "all but the last are nearly full").toBeGreaterThan(
    85_000,
  );
  const copy = new DatabaseSync(":memory:");
  open.push(copy);
  const schema = database.prepare("select sql from sqlite_schema where name = 'reddit_user'").get();
  copy.exec(String(schema?.["sql"]));
  for (const sql of statements) copy.exec(sql);
  expect(copy.prepare(restored).all()).toHaveLength(ROWS);
  expect(copy.prepare(restored).all()).toEqual(database.prepare(restored).all());
});

/** The statements for reddit_user with these descriptions, in order. */
function statementsFor(...descriptions: string[]): { statements: string[]; read: () => unknown[] } {
  const { database, initial } = createStaging(":memory:");
  const copy = createStaging(":memory:").database;
  open.push(database, copy);
  const insert = database.prepare(
    "insert into reddit_user (id, reddit_username, description) values (?, ?, ?)",
  );
  for (const [index, text] of descriptions.entries())
    insert.run(`t2_${index}`, `name_${index}`, text);
  const statements = [...statementsOf(database, initial)].filter((sql) =>
    sql.includes('"reddit_user"'),
  );
  const read = () => {
    for (const sql of statements) copy.exec(sql);
    return copy
      .prepare(restored)
      .all()
      .map((row) => row["description"]);
  };
  return { statements, read };
}

test("a row that is longer than a statement is whole wherever it stands, with its line breaks", () => {
  // Both lengths leave a last piece of one character.
  const lines = `${"line 💎\r\n\u2028".repeat(10_000)}.`;
  const words = `${"word ".repeat(20_000)}.`;
  const half = "half".repeat(10_000);
  const texts = [lines, "short", words, "short", half, half, half, half];
  const { statements, read } = statementsFor(...texts);
  expect(read()).toEqual(texts);
  for (const sql of statements) expect(Buffer.byteLength(sql)).toBeLessThanOrEqual(100_000);
});

test("a text that wrangler does not misread is written unchanged", () => {
  expect(statementsFor("plain text").statements.join("\n")).toContain("'plain text'");
});

test.each(["It's", "a; b", "a -- b", "a /* b", "Beginning", "COMMITTED", "a\nb", "a\u0000b"])(
  "a text that wrangler misreads is written in hex: %j",
  (text) => {
    const { statements, read } = statementsFor(text);
    expect(statements.join("\n")).not.toContain(text);
    expect(read()).toEqual([text]);
  },
);
