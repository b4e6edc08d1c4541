import type * as z from "zod/mini";
import type { searchRequest } from "#schema/api/search.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import type { RemovalList } from "#worker/removals/removal-list.rules.ts";
import { withFallback } from "#worker/source/fallback.ts";
import { hasArchive, isSecondary, openSource, requireSourceName } from "#worker/source/open.ts";
import { archivedPage, pageBefore, peekUnlisted, type FoundPage } from "./archived-page.ts";
import { readSearchCursor, refuseCursor } from "./cursor.ts";
import type { Listing } from "./load-batch.ts";
import { readListingPage } from "./walk.ts";

export type SearchQuery = z.output<typeof searchRequest>;

export interface RemovalGuard {
  /** The answer leaves these out. */
  removed: RemovalList;
  admit: Listing["admit"];
}

/** A cached entry of the main source is used before the archive is called. */
export function firstPage(
  deps: Deps,
  username: string,
  { sortBy, limit }: SearchQuery,
  { removed, admit }: RemovalGuard,
): Promise<FoundPage> {
  return withFallback(
    deps,
    async (source) => {
      const listing: Listing = { source, username, sort: sortBy, admit };
      const unlisted = isSecondary(deps, source) && (await peekUnlisted(deps, listing));
      if (unlisted) return unlisted;
      const page = await readListingPage(deps, listing, null, limit, removed);
      return { page, listing, resume: null };
    },
    // The archive does not know whether a creator without posts hides them.
    ({ page, listing }) =>
      page.items.length > 0 || page.next !== null || listing.source.name !== "archive",
  );
}

async function laterPage(
  deps: Deps,
  username: string,
  { sortBy, limit, after }: SearchQuery & { after: string },
  guard: RemovalGuard,
): Promise<FoundPage> {
  const resume = await readSearchCursor(deps, { username, sort: sortBy }, after);
  const isAllowed =
    resume.source === requireSourceName(deps) || (resume.source === "archive" && hasArchive(deps));
  if (!isAllowed) throw refuseCursor();
  if (resume.source === "archive")
    return archivedPage(deps, { ...guard, username, sort: sortBy, limit }, resume);
  const { removed, admit } = guard;
  const source = openSource(deps, resume.source);
  const listing: Listing = { source, username, sort: sortBy, admit };
  const page = await readListingPage(deps, listing, resume, limit, removed);
  // Reddit also answers with nothing for posts that were hidden since.
  if (page.items.length === 0) return { page, listing, resume, judgedAt: resume.judgedAt };
  return { page, listing, resume };
}

const refuseBefore = (before: string) => new AppError("http.validation", { fields: { before } });

/** From the archive. A day instead of a time, so that all visitors share the cached batches. */
function olderPage(
  deps: Deps,
  username: string,
  { sortBy, limit, before }: SearchQuery & { before: string },
  guard: RemovalGuard,
): Promise<FoundPage> {
  if (!hasArchive(deps)) throw refuseBefore("Older posts cannot be shown here");
  if (sortBy !== "new") throw refuseBefore("Sort must be new where before is set");
  return pageBefore(deps, { ...guard, username, sort: sortBy, limit }, before);
}

export function findPage(
  deps: Deps,
  username: string,
  query: SearchQuery,
  guard: RemovalGuard,
): Promise<FoundPage> {
  const { after, before } = query;
  if (after) return laterPage(deps, username, { ...query, after }, guard);
  if (before) return olderPage(deps, username, { ...query, before }, guard);
  return firstPage(deps, username, query, guard);
}
