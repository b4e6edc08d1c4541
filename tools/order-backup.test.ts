import { expect, test } from "vitest";
import { orderBackup, splitStatements } from "./order-backup.ts";

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

test("tables come first, then rows with parents before children, then indexes and triggers", () => {
  const firsts = splitStatements(orderBackup(EXPORT)).map((one) => one.split("\n")[0]);
  expect(firsts).toEqual([
    "CREATE TABLE `heart` (",
    "CREATE TABLE `post` (",
    `INSERT INTO "post" ("id") VALUES('a');`,
    `INSERT INTO "heart" ("post") VALUES('CREATE TABLE x; INSERT INTO "post"');`,
    "CREATE INDEX `i` ON `heart` (`post`);",
    "CREATE TRIGGER `t` AFTER INSERT ON `heart` BEGIN",
  ]);
});

test("an incomplete file is refused", () => {
  expect(() => orderBackup(EXPORT.slice(0, -10))).toThrow("middle of a statement");
});
