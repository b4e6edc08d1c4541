import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { orderBackup } from "./order-backup.ts";

const folder = mkdtempSync(join(tmpdir(), "order-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function order(text: string): Promise<string> {
  const [from, to] = [join(folder, "backup.sql"), join(folder, "ordered.sql")];
  writeFileSync(from, text);
  await orderBackup(from, to);
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

test("rows keep every byte: line separators, semicolons, and texts longer than a chunk of the file", async () => {
  const rows = ["one\u2028two\u2029;", "ünïcode 💎".repeat(200_000), ";"].map(
    (text) => `INSERT INTO "post" ("id") VALUES('${text}');`,
  );
  const [head = "", rest = ""] = EXPORT.split(`INSERT INTO "post" ("id") VALUES('a');\n`);
  const found = await order(`${head}${rows.join("\n")}\n${rest}`);
  expect(found.split("\n").filter((line) => line.startsWith('INSERT INTO "post"'))).toEqual(rows);
});

test.each([
  ["a trigger", EXPORT.slice(0, -10)],
  ["a row", EXPORT.slice(0, EXPORT.indexOf("'a'") + 2)],
])("a file that ends within %s is refused", async (_, text) => {
  await expect(order(text)).rejects.toThrow("middle of a statement");
});
