interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/** Vite's manifest (`chunks.json`): source module to chunk. */
export type Manifest = Record<string, Chunk>;

/** The source module that every page loads. */
export const ENTRY_MODULE = "index.html";

/** The source module of a page. */
export const pageModule = (page: string): string => `pages/${page}.tsx`;

/** Adds a source module and its static imports to `seen`. */
export function collectModules(
  manifest: Manifest,
  key: string,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) collectModules(manifest, next, seen);
  return seen;
}
