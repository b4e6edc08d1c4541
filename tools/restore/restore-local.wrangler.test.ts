import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "#tools/files.ts";
import { openLocalDatabase } from "#tools/server/local-database.ts";
import { restore } from "./restore.ts";
import { HOSTILE, LONG, ORIGINS, writeBackup } from "./testing/backup.ts";
import { scratchFolder } from "#tools/testing/scratch-folder.ts";

const STATE = ".cache/restore-test";

test("a backup fills an empty database through wrangler", async () => {
  rmSync(join(root, STATE), { recursive: true, force: true });
  mkdirSync(join(root, STATE), { recursive: true });
  const folder = scratchFolder();
  writeBackup(folder);
  const lines: string[] = [];
  const options = { file: folder, env: null, target: { env: null, state: STATE }, isCheck: false };
  await restore(options, (line: string) => void lines.push(line));
  const database = openLocalDatabase(STATE);
  onTestFinished(() => database.close());
  const all = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  expect(
    all("select id, title, media, origins, heart_count, first_heart_at from reddit_post"),
  ).toEqual([
    { id: "t3_a", title: HOSTILE, media: null, origins: null, heart_count: 2, first_heart_at: 10 },
    {
      id: "t3_b",
      title: HOSTILE,
      media: LONG,
      origins: ORIGINS,
      heart_count: 1,
      first_heart_at: 20,
    },
  ]);
  expect(all("select id, email, display_name from app_user")).toEqual([
    { id: "u1", email: "u1@example.com", display_name: null },
    { id: "u2", email: "u2@example.com", display_name: HOSTILE },
  ]);
  expect(all("select id, unearth_user_id as owner from feedback")).toEqual([
    { id: "f1", owner: "u1" },
    { id: "f2", owner: null },
  ]);
  expect(all("select count from feedback_tally where status = 'open'")).toEqual([{ count: 2 }]);
  expect(all("select created_at as at from nsfw_subreddit where name = 'nsfw'")).toEqual([
    { at: 77 },
  ]);
  expect(all("select count(*) as n from sqlite_schema where type = 'trigger'")).not.toEqual([
    { n: 0 },
  ]);
  expect(lines.at(-1)).toMatch(/^Restored \d+ rows into the local database/);
});
