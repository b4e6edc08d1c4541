import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "#tools/files.ts";
import { migrationFiles } from "#tools/migrations.ts";

export interface LocalState {
  /** The state folder, as wrangler is given it. */
  state: string;
  withDatabase: <T>(work: (database: DatabaseSync) => T) => T;
  remove: () => void;
}

/** A migrated local database where wrangler would keep it. */
export function makeLocalState(): LocalState {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache/local-state-"));
  mkdirSync(join(folder, "v3/d1/miniflare-D1DatabaseObject"), { recursive: true });
  const path = join(folder, "v3/d1/miniflare-D1DatabaseObject/0.sqlite");
  const withDatabase: LocalState["withDatabase"] = (work) => {
    const database = new DatabaseSync(path);
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  withDatabase((database) => {
    for (const file of migrationFiles()) database.exec(readFileSync(join(root, file), "utf8"));
  });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { state: relative(root, folder), withDatabase, remove };
}
