import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openBackup, readPart } from "./read-backup.ts";

const KEY = "backups/2026-11-01/app_user-0.ndjson.gz";
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "read-backup-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a part of two rows; returns its entry in a manifest. */
function writePart(lines = '["u1"]\n["u2"]\n') {
  const body = gzipSync(lines);
  writeFileSync(join(folder, "app_user-0.ndjson.gz"), body);
  const sha256 = createHash("sha256").update(body).digest("hex");
  return { key: KEY, rows: 2, bytes: body.length, sha256 };
}

test("a part that matches its manifest gives its rows", () => {
  expect(readPart(folder, writePart())).toEqual([["u1"], ["u2"]]);
});

test("a part of the right length with other rows is refused", () => {
  const written = writePart();
  const other = writePart('["u1"]\n["u3"]\n');
  expect(other.bytes).toBe(written.bytes);
  expect(() => readPart(folder, written)).toThrow(
    "its checksum differs. Download it again; if it is the same, restore the backup of another day.",
  );
});

test("a part with fewer or more rows than in the manifest is refused", () => {
  const part = writePart();
  for (const rows of [1, 3])
    expect(() => readPart(folder, { ...part, rows })).toThrow(
      `has 2 rows instead of ${rows}. Download`,
    );
});

test("a part that is missing is named with where it comes from", () => {
  const part = writePart();
  rmSync(join(folder, "app_user-0.ndjson.gz"));
  expect(() => readPart(folder, part)).toThrow(
    `app_user-0.ndjson.gz is missing in ${folder}: download it from the bucket into this folder.`,
  );
});

test.each([
  '["u1"]\n["u2"]\n',
  "null",
  "1",
  '{"format":1}',
  '{"format":1,"schema":""}',
  '{"format":1,"schema":null,"tables":[]}',
  '{"format":1,"schema":"","tables":{}}',
  '{"schema":"","tables":[]}',
])("a file that holds %j is refused as no manifest, with a hint", (text) => {
  const file = join(folder, "app_user-0.ndjson");
  writeFileSync(file, text);
  expect(() => openBackup(file)).toThrow(`${file} is no manifest. Name the manifest.json`);
});
