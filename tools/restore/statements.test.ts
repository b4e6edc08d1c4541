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

test("a text that wrangler does not misread is written unchanged", () => {
  const { database, initial } = createStaging(":memory:");
  open.push(database);
  database.exec("insert into reddit_user (id, reddit_username) values ('t2_plain', 'plain_name')");
  expect([...statementsOf(database, initial)].join("\n")).toContain("'t2_plain','plain_name'");
});
