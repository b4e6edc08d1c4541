import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type BackupManifest, manifestKey } from "#schema/backups.ts";
import { storedUser } from "#worker/testing/targets.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { pageRows } from "./backups.rules.ts";
import { backUp } from "./backups.service.ts";
import { openPart } from "./part.ts";

test.each([
  ["small rows", 200, 200 * 10, 2_500],
  ["rows of a kilobyte", 200, 200 * 1_024, 256],
  ["the largest rows there are", 50, 50 * 65_536, 50],
])("the next page of %s is neither large nor tiny", (_name, rows, bytes, next) => {
  expect(pageRows(rows, bytes)).toBe(next);
});

test("a part is full at sixteen megabytes, before compression", async () => {
  const part = openPart();
  const row = ["x".repeat(1_048_576)];
  for (let added = 0; added < 15; added += 1) await part.add([row]);
  expect(part.isFull()).toBe(false);
  await part.add([row]);
  expect(part.isFull()).toBe(true);
  await part.close();
});

test("a table larger than a part is stored as two, and the manifest counts its rows", async () => {
  const users = Array.from({ length: 350 }, (_, at) => storedUser(`t2_u${at}`, `maker_${at}`));
  await Promise.all(users);
  await env.DB.prepare("update reddit_user set description = hex(zeroblob(32768))").run();
  await backUp(testApp().deps());
  const manifest = await env.BACKUPS?.get(manifestKey("2026-11-01"));
  const { tables } = (await manifest?.json<BackupManifest>()) ?? { tables: [] };
  const stored = tables.find(({ name }) => name === "reddit_user");
  expect(stored).toMatchObject({ rows: 350, parts: [{}, {}] });
});
