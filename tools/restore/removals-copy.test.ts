import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removalKey } from "#schema/api/removals.ts";
import { root } from "#tools/files.ts";
import { printCopy } from "#worker/removals/removal-list.rules.ts";
import { createStaging } from "./staging.ts";
import { scratchFolder } from "#tools/testing/scratch-folder.ts";

const page = readFileSync(join(root, "docs/operations.md"), "utf8");
const command = /^ *(tail -n 1 removals\.txt .* > missing\.sql)$/m.exec(page)?.[1] ?? "";

const TYPED = [
  ["user", "A_Name-1"],
  ["post", "t3_1abc9"],
  ["subreddit", "some_where"],
  ["subreddit", "u_a_name-1"],
  ["subreddit", "reddit.com"],
] as const;

test.skipIf(process.platform === "win32")(
  "the command in operations.md adds every kind of removal from the copy in KV, and changes none that is there",
  () => {
    const folder = scratchFolder();
    const entries = TYPED.map(([kind, text]) => `${kind}/${removalKey(kind, text)}`);
    writeFileSync(join(folder, "removals.txt"), printCopy(1, JSON.stringify(entries)));
    execFileSync("sh", ["-c", command], { cwd: folder });
    const { database } = createStaging(":memory:");
    database.exec(
      `insert into removal (kind, key, id, reason, created_by) values ('user', 'a_name-1', 'kept', 'person', 'admin')`,
    );
    database.exec(readFileSync(join(folder, "missing.sql"), "utf8"));
    const rows = database.prepare("select kind || '/' || key as entry, reason from removal").all();
    database.close();
    const reasons = Object.fromEntries(rows.map(({ entry, reason }) => [entry, reason]));
    const added = entries.map((entry, at) => [entry, at === 0 ? "person" : "other"]);
    expect(reasons).toEqual(Object.fromEntries(added));
  },
);
