import { collectModules, ENTRY_MODULE, type Manifest, pageModule } from "#schema/chunks.ts";
import type { PageName } from "#schema/pages.ts";
import type { Deps } from "#worker/deps.ts";
import { log, logFailure } from "#worker/lib/log.ts";
import { withTimeout } from "#worker/lib/with-timeout.ts";

export interface RouteChunks {
  scripts: string[];
  styles: string[];
}

/** The chunks of a page that are not chunks of the entry. */
export function chunksOf(manifest: Manifest, page: PageName): RouteChunks {
  const entry = collectModules(manifest, ENTRY_MODULE);
  const route = collectModules(manifest, pageModule(page));
  const extra = [...route].filter((key) => !entry.has(key)).map((key) => manifest[key]);
  return {
    scripts: extra.flatMap((chunk) => (chunk ? [`/${chunk.file}`] : [])),
    styles: extra.flatMap((chunk) => chunk?.css ?? []).map((file) => `/${file}`),
  };
}

/** Constant within a deployment, so an isolate reads it once; a local server outlives builds and reads it each time. */
let cachedManifest: Manifest | null = null;
const MANIFEST_TIMEOUT_MS = 1_000;

async function fetchManifest({ assets }: Deps, origin: string): Promise<Manifest | null> {
  const answer = await assets.fetch(new URL("/chunks.json", origin).href);
  if (answer.ok) return answer.json<Manifest>();
  log("warn", "chunks", { status: answer.status });
  return null;
}

/** Returns an empty manifest on failure and does not cache it: a page without these hints is slower, not broken. */
export async function readManifest(deps: Deps, origin: string): Promise<Manifest> {
  if (cachedManifest && deps.config.environment !== "development") return cachedManifest;
  const fetching = withTimeout(MANIFEST_TIMEOUT_MS, fetchManifest(deps, origin));
  const manifest = await fetching.catch(logFailure("chunks"));
  if (manifest) cachedManifest = manifest;
  return manifest ?? {};
}
