import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { applyMigrations } from "#tools/apply-migrations.ts";
import { root } from "#tools/files.ts";
import { migrationFiles } from "#tools/migrations.ts";
import { openLocalDatabase } from "#tools/server/local-database.ts";
import { download } from "./download.ts";
import { restore } from "./restore.ts";
import { writeBackup } from "./testing/backup.ts";
import { scratchFolder } from "#tools/testing/scratch-folder.ts";

const STATE = ".cache/restore-refused-test";

test("a database that is not empty is refused and keeps its rows", async () => {
  rmSync(join(root, STATE), { recursive: true, force: true });
  await applyMigrations(STATE, migrationFiles());
  const database = openLocalDatabase(STATE);
  onTestFinished(() => database.close());
  database.exec(
    "insert into app_user (id, username, password, created_at, updated_at) values ('a', 'ann', '', 1, 1)",
  );
  const folder = scratchFolder();
  writeBackup(folder);
  const options = { file: folder, env: null, target: { env: null, state: STATE }, isCheck: false };
  await expect(restore(options, () => {})).rejects.toThrow(
    /^Nothing was written: .* is not empty \(.*app_user: 1/,
  );
  expect(database.prepare("select id from app_user").all()).toMatchObject([{ id: "a" }]);
});

test("a day without a backup in the bucket is refused in our words", async () => {
  await expect(
    download("2026-01-01", { env: null, state: STATE }, scratchFolder()),
  ).rejects.toThrow(
    "The bucket unearth-backups has no backups/2026-01-01/manifest.json: that backup never was whole",
  );
});
