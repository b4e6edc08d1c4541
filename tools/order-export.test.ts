import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { nodePath, root } from "./install.mjs";
import { orderExport } from "./order-export.ts";

const folder = mkdtempSync(join(tmpdir(), "order-export-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function order(text: string): Promise<string> {
  const [from, to] = [join(folder, "export.sql"), join(folder, "ordered.sql")];
  writeFileSync(from, text);
  await orderExport(from, to);
  return readFileSync(to, "utf8");
}

const EXPORT = `PRAGMA defer_foreign_keys=TRUE;
CREATE TABLE \`heart\` (
	\`post\` text,
	FOREIGN KEY (\`post\`) REFERENCES \`post\`(\`id\`)
) WITHOUT ROWID;
INSERT INTO "heart" ("post") VALUES('CREATE TABLE x; INSERT INTO "post"');
CREATE TABLE \`post\` (
	\`id\` text
);
INSERT INTO "post" ("id") VALUES('a');
DELETE FROM sqlite_sequence;
CREATE INDEX \`i\` ON \`heart\` (\`post\`);
CREATE TRIGGER \`t\` AFTER INSERT ON \`heart\` BEGIN
	UPDATE \`post\` SET id = 1;
	UPDATE \`post\` SET id = 2;
END;
`;

test("tables come first, then rows with parents before children, then indexes and triggers", async () => {
  expect(await order(EXPORT)).toBe(`CREATE TABLE \`heart\` (
	\`post\` text,
	FOREIGN KEY (\`post\`) REFERENCES \`post\`(\`id\`)
) WITHOUT ROWID;
CREATE TABLE \`post\` (
	\`id\` text
);
INSERT INTO "post" ("id") VALUES('a');
INSERT INTO "heart" ("post") VALUES('CREATE TABLE x; INSERT INTO "post"');
CREATE INDEX \`i\` ON \`heart\` (\`post\`);
CREATE TRIGGER \`t\` AFTER INSERT ON \`heart\` BEGIN
	UPDATE \`post\` SET id = 1;
	UPDATE \`post\` SET id = 2;
END;
`);
});

test("a trigger stays whole, though a line of it begins like a row", async () => {
  const trigger = `create trigger \`u\` AFTER DELETE ON \`post\` BEGIN
UPDATE \`heart\` SET post = 1;
INSERT INTO "post" ("id") VALUES('b');
end;
`;
  const ordered = await order(`${EXPORT}${trigger}INSERT INTO "post" ("id") VALUES('c');\n`);
  expect(ordered.endsWith(`END;\n${trigger}`)).toBe(true);
  expect(ordered.split("\n").filter((line) => line.startsWith('INSERT INTO "post"'))).toEqual([
    `INSERT INTO "post" ("id") VALUES('a');`,
    `INSERT INTO "post" ("id") VALUES('c');`,
    `INSERT INTO "post" ("id") VALUES('b');`,
  ]);
});

test("tables that reference themselves or each other keep their rows, the counters of SQLite are left out", async () => {
  const table = (name: string, ...parents: string[]) =>
    `CREATE TABLE "${name}" (id text${parents.map((one) => `, ${one} REFERENCES "${one}"`).join("")});\n`;
  const row = (name: string) => `INSERT INTO "${name}" VALUES('x');\n`;
  const tables = table("a", "a", "b") + table("b", "a");
  const counter = "INSERT INTO \"sqlite_sequence\" VALUES('a',1);\n";
  const written = `${tables}\n${row("a")}${counter}${row("b")}`;
  expect((await order(written)).trimEnd()).toBe(`${tables}${row("b")}${row("a")}`.trimEnd());
});

test("rows keep every byte: line separators, semicolons, and texts across two chunks of the file", async () => {
  const long = Array.from({ length: 30 }, () => "ünïcode 💎".repeat(6_000));
  const rows = ["one\u2028two\u2029;", ...long, ";"].map(
    (text) => `INSERT INTO "post" ("id") VALUES('${text}');`,
  );
  const [head = "", rest = ""] = EXPORT.split(`INSERT INTO "post" ("id") VALUES('a');\n`);
  const found = await order(`${head}${rows.join("\n")}\n${rest}`);
  expect(found.split("\n").filter((line) => line.startsWith('INSERT INTO "post"'))).toEqual(rows);
});

test("SQLite's statistics and the boards are left out, and the snapshot of the removals is an outdated one", async () => {
  const table = (name: string) => `CREATE TABLE "${name}" (id integer);\n`;
  const row = (name: string) => `INSERT INTO "${name}" ("id") VALUES(7);\n`;
  const names = ["leaderboard_snapshot", "leaderboard_current", "removal_snapshot"];
  const written = names.map((name) => table(name) + row(name)).join("");
  const statistics = `ANALYZE sqlite_schema;\n${table("sqlite_stat1")}${row("sqlite_stat1")}`;
  const found = await order(written + statistics);
  const snapshot = 'INSERT INTO "removal_snapshot" ("id") VALUES (1);\n';
  expect(found.trimEnd()).toBe(`${names.map(table).join("")}${snapshot}`.trimEnd());
});

test("an export of rows alone keeps them, table by table", async () => {
  const rows = ["a", "b", "a"].map((name, at) => `INSERT INTO "${name}" ("id") VALUES(${at});\n`);
  const [first, second, third] = rows;
  expect((await order(rows.join(""))).trim()).toBe(`${first}${third}${second}`.trim());
});

test("a row that D1 would refuse as a statement is refused, and its table is named", async () => {
  const row = (length: number) => `INSERT INTO "post" ("id") VALUES('${"x".repeat(length)}');`;
  const longest = row(100_000 - row(0).length);
  expect(await order(EXPORT.replace(/INSERT INTO "post" .*/, longest))).toContain(longest);
  const tooLong = longest.replace("x", "xx");
  await expect(order(EXPORT.replace(/INSERT INTO "post" .*/, tooLong))).rejects.toThrow(
    "A row of post has 100001 bytes, and D1 takes statements of 100000. Restore a backup instead",
  );
});

test.each([
  ["a trigger", EXPORT.slice(0, -10)],
  ["a row", EXPORT.slice(0, EXPORT.indexOf("'a'") + 2)],
])("a file that ends within %s is refused", async (_, text) => {
  await expect(order(text)).rejects.toThrow("middle of a statement");
});

test("the export itself is refused as the file to write, under another name too, and stays", async () => {
  const [from, link] = [join(folder, "same.sql"), join(folder, "link.sql")];
  writeFileSync(from, EXPORT);
  symlinkSync(from, link);
  await expect(orderExport(from, from)).rejects.toThrow("is the export itself");
  await expect(orderExport(from, link)).rejects.toThrow("is the export itself");
  expect(readFileSync(from, "utf8")).toBe(EXPORT);
});

test("a file that cannot be completed leaves no part of it", async () => {
  const [from, to] = [join(folder, "export.sql"), join(folder, "taken")];
  writeFileSync(from, EXPORT);
  mkdirSync(join(to, "full"), { recursive: true });
  await expect(orderExport(from, to)).rejects.toThrow("EISDIR");
  expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
});

test("a missing export is one line", () => {
  const args = ["tools/order-export.ts", join(folder, "none.sql"), join(folder, "ordered.sql")];
  const { status, stderr } = spawnSync(nodePath, args, { cwd: root, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^ENOENT: .+none\.sql'\n$/);
});
