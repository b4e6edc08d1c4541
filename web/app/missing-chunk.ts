/** What browsers say when a part of the app cannot be fetched. */
const WORDS =
  /dynamically imported module|importing a module script failed|unable to preload|failed to load module/i;

export const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error && WORDS.test(error.message);

const QUIET_MS = 30_000;

/** This very page is what a reload gave: another one would give it again. Needs no storage and no clock. */
function isFreshReload(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "reload" && performance.now() < QUIET_MS;
}

async function isReachable(): Promise<boolean> {
  try {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    return answer.status < 500;
  } catch {
    return false;
  }
}

/** Loads the page anew where there is something to load it from; offline the page at hand is kept. */
export async function reloadIfReachable(): Promise<void> {
  if (await isReachable()) location.reload();
}

/** After a deployment an open page may ask for a chunk that is gone; a reload, once, gets the new ones. */
export function watchForMissingChunks(): void {
  addEventListener("vite:preloadError", () => {
    if (!isFreshReload()) void reloadIfReachable();
  });
}
