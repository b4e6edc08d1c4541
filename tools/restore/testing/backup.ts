import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { BACKUP_FORMAT, type BackupManifest } from "#schema/backups.ts";

type Row = Record<string, string | number | null>;

export const HOSTILE = `It's "quoted"; -- BEGIN TRANSACTION; commit;\r\nünïcode 💎 \\ /* ?1 \u0000 end`;
export const ORIGINS = '[{"id":"t3_o","author":"Ann","subreddit":"pics"}]';
export const LONG = `${"long 💎 'text'; ".repeat(12_000)}end`;
export const account = (id: string, more: Row = {}): Row => ({
  id,
  username: `name_${id}`,
  email: `${id}@example.com`,
  password: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA",
  created_at: 1000,
  updated_at: 1000,
  ...more,
});
export const post = (id: string, more: Row = {}): Row => ({
  id,
  reddit_user_id: "t2_a",
  title: HOSTILE,
  subreddit: "gems",
  created: 5,
  url: "https://example.com/x",
  media_type: "image",
  permalink: "/r/gems/x",
  gallery_images: "[]",
  thumbnails: "[]",
  ...more,
});
export const heart = (owner: string, target: string, at: number, total: number): Row => ({
  unearth_user_id: owner,
  reddit_post_id: target,
  created_at: at,
  saved_total: total,
  young_until: null,
});

export const DATA: Record<string, Row[]> = {
  post_heart: [heart("u1", "t3_a", 10, 1), heart("u1", "t3_b", 20, 2), heart("u2", "t3_a", 30, 1)],
  reddit_post: [post("t3_a"), post("t3_b", { media: LONG, origins: ORIGINS })],
  reddit_user: [{ id: "t2_a", reddit_username: "Anna", description: HOSTILE }],
  feedback: [
    { id: "f1", title: HOSTILE, description: "d", unearth_user_id: "u1" },
    { id: "f2", title: "t", description: "d", unearth_user_id: "gone" },
  ],
  app_user: [account("u1"), account("u2", { display_name: HOSTILE })],
  nsfw_subreddit: [{ id: "default-nsfw", name: "nsfw", is_default: 1, created_at: 77 }],
};

/** Writes a backup in the Worker's format, one row per part. */
export function writeBackup(folder: string, data: Record<string, Row[]> = DATA): BackupManifest {
  const tables = Object.entries(data).map(([name, rows]) => {
    const columns = Object.keys(Object.assign({}, ...rows) as Row);
    const parts = rows.map((row, index) => {
      const body = gzipSync(`${JSON.stringify(columns.map((column) => row[column] ?? null))}\n`);
      const key = `backups/2026-11-01/${name}-${index}.ndjson.gz`;
      writeFileSync(join(folder, basename(key)), body);
      const sha256 = createHash("sha256").update(body).digest("hex");
      return { key, rows: 1, bytes: body.length, sha256 };
    });
    return { name, columns, rows: rows.length, parts };
  });
  return writeManifest(folder, {
    format: BACKUP_FORMAT,
    date: "2026-11-01",
    startedAt: "2026-11-01T00:37:00.000Z",
    finishedAt: "2026-11-01T00:38:00.000Z",
    schema: "0000_initial.sql",
    tables,
  });
}

export function writeManifest(folder: string, manifest: BackupManifest): BackupManifest {
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  return manifest;
}
