import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { build } from "vite";
import { root } from "#tools/files.ts";

/** The exports of bench/inside/place.ts. */
export interface PlaceCode {
  openSource(deps: object, name: string, deadline: number): object;
  readListingPage(
    deps: object,
    listing: object,
    bookmark: null,
    limit: number,
  ): Promise<{ fetchedAt: number }>;
  isolateMemory: { set(key: string, entry: unknown, length: number): void };
  takeCall(state: { calls: [number, string][] }, purpose: string, now: number): unknown;
  peekBudget(state: { calls: [number, string][] }, purpose: string, now: number): unknown;
  makeVisitor(
    settingsOf: () => {
      clock: object;
      counters: { limit: object; key: string }[];
      prefix: string;
      isCacheOnly: boolean;
    },
    background: (work: Promise<unknown>) => void,
  ): object;
  CALLS_PER_MINUTE: number;
}

const OUT = ".cache/bench-place";

/** Each place keeps its own memory, as isolates do: the same file under another name is another module. */
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
