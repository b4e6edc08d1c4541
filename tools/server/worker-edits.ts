import { mkdirSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The local Worker's source folders. */
const BUNDLED = ["worker", "schema", "view", "normalise", "sample"];

/** `watch_dir` of wrangler.toml. */
export const EDITS = ".cache/edits";

/**
 * With a build command, wrangler watches only `watch_dir`. A separate folder for it keeps edits from restarting a
 * Worker of this tree while `npm run dev` is not running.
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
