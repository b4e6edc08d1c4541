import { mkdirSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the local Worker is bundled from, besides packages. */
const BUNDLED = ["worker", "schema", "view", "normalise", "sample"];

/** `watch_dir` of wrangler.toml. */
export const EDITS = ".cache/edits";

/**
 * wrangler watches no file of a bundle that has a build command, only `watch_dir`. It is a folder of its own, so that
 * an edit restarts no Worker of this tree while `npm run dev` is not running.
 */
export function signalEdits(root: string): () => void {
  const folder = join(root, EDITS);
  mkdirSync(folder, { recursive: true });
  const watchers = BUNDLED.map((name) =>
    watch(join(root, name), { recursive: true }, (_event, file) => {
      if (file && /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
        writeFileSync(join(folder, "last"), file);
    }),
  );
  return () => {
    for (const one of watchers) one.close();
  };
}
