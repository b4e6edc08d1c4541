import { join } from "node:path";
import { filesBelow, hashOfContents, root, unlessStamped } from "./files.ts";
import { runScript } from "./tools.ts";
import { Refused } from "./refused.ts";

/** The folder of the local D1 and KV; tests set another one. */
export const stateFolder = process.env["UNEARTH_STATE"] || ".wrangler/state";

/** In order of application. */
export const migrationFiles = (): string[] =>
  filesBelow("migrations").filter((path) => path.endsWith(".sql"));

/** The stamp file is in the database's folder, so deleting the database deletes it too. */
export async function ensureMigrated(state = stateFolder): Promise<void> {
  const wanted = hashOfContents(migrationFiles());
  await unlessStamped(join(state, "v3/d1/migrated"), wanted, () => {
    console.log("Applying database migrations …");
    const { ok, output } = runScript(join(root, "tools/apply-migrations.ts"), [state]);
    if (!ok) throw new Refused(`The local database could not be migrated:\n${output}`);
  });
}
