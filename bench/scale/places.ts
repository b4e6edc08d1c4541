import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { build } from "vite";
import type { PlaceCode } from "#bench/inside/place-code.ts";
import { root } from "#tools/files.ts";

const OUT = ".cache/bench-place";

/** Gives each location its own memory, like isolates: the same file under another name is another module. */
export async function loadPlaces(count: number): Promise<PlaceCode[]> {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    build: {
      ssr: "bench/inside/place.ts",
      outDir: join(root, OUT),
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: "place.mjs" } },
    },
    ssr: { noExternal: true },
  });
  const file = pathToFileURL(join(root, OUT, "place.mjs")).href;
  const names = Array.from({ length: count }, (_, index) => `${file}?at=${Date.now()}-${index}`);
  return Promise.all(names.map((name) => import(name) as Promise<PlaceCode>));
}
