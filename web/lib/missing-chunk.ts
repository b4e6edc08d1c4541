/** The messages of Chromium, Safari, Vite and Firefox when a chunk cannot be fetched. */
const MISSING_CHUNK =
  /dynamically imported module|importing a module script failed|unable to preload|failed to load module/i;

export const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error && MISSING_CHUNK.test(error.message);

const RELOAD_LOOP_MS = 30_000;

/** After a reload the chunk should exist: if it is still missing, another reload would not help. */
function isFreshReload(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "reload" && performance.now() < RELOAD_LOOP_MS;
}

async function isReachable(): Promise<boolean> {
  try {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    return answer.status < 500;
  } catch {
    return false;
  }
}

/** Returns false offline and keeps the page. */
export async function reloadIfReachable(): Promise<boolean> {
  const canReload = await isReachable();
  if (canReload) location.reload();
  return canReload;
}

/** After a deployment an open page may import a chunk that is gone. One reload gets the new page and its chunks. */
export function reloadForMissingChunk(): void {
  if (!isFreshReload()) void reloadIfReachable();
}

/**
 * Reloads the page once for a query whose chunk is gone: no boundary sees a query's error. The browser remembers the
 * failed import, so without a reload every further query that needs the chunk would fail.
 */
export function failForMissingChunk(error: unknown): never {
  if (isMissingChunk(error)) reloadForMissingChunk();
  throw error;
}
