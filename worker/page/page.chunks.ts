import type { Deps } from "#worker/deps.ts";
import { errorFields, log } from "#worker/log.ts";
import { within } from "#worker/retry.ts";
import type { PageName } from "./page.rules.ts";

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/** Vite's manifest: source module to built chunk. */
export type Manifest = Record<string, Chunk>;

export interface RouteChunks {
  scripts: string[];
  styles: string[];
}

const ENTRY = "index.html";

function collect(manifest: Manifest, key: string, seen: Set<string>): void {
  if (seen.has(key)) return;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) collect(manifest, next, seen);
}

/** What a route needs beyond what the entry brings along. */
export function chunksOf(manifest: Manifest, page: PageName): RouteChunks {
  const entry = new Set<string>();
  collect(manifest, ENTRY, entry);
  const route = new Set<string>();
  collect(manifest, `pages/${page}.tsx`, route);
  const extra = [...route].filter((key) => !entry.has(key)).map((key) => manifest[key]);
  return {
    scripts: extra.flatMap((chunk) => (chunk ? [`/${chunk.file}`] : [])),
    styles: extra.flatMap((chunk) => chunk?.css ?? []).map((file) => `/${file}`),
  };
}

/** It never changes within a deployment, so an isolate reads it once. Local builds come and go. */
let known: Manifest | null = null;
const PATIENCE_MS = 1_000;

/** A page without these hints is slower, not broken; and a failure is not remembered. */
export async function readManifest(deps: Deps, origin: string): Promise<Manifest> {
  if (known && !deps.config.isDevelopment) return known;
  try {
    const address = new URL("/chunks.json", origin).href;
    const answer = await within(PATIENCE_MS, deps.assets.fetch(address));
    if (!answer.ok) return {};
    known = await answer.json<Manifest>();
    return known;
  } catch (error) {
    log("warn", "chunks", errorFields(error));
    return {};
  }
}
