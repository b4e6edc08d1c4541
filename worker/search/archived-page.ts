import { ENTRY_LIFETIME_MS } from "#worker/cache/entry-lifetimes.ts";
import { peekEntry } from "#worker/cache/entry-store.ts";
import type { CacheRead } from "#worker/cache/read-through.ts";
import type { Deps } from "#worker/deps.ts";
import { cachedProfile } from "#worker/lookup/profile.ts";
import type { RemovalList } from "#worker/removals/removal-list.rules.ts";
import { archivePosition } from "#worker/source/adapters/archive.ts";
import { isRedditFailure } from "#worker/source/fallback.ts";
import { openMainSource, openSource } from "#worker/source/open.ts";
import type { PostSource } from "#worker/source/port.ts";
import type { Batch } from "./batch.ts";
import { refuseCursor, type CursorContent } from "./cursor.ts";
import { batchSpec, mediaUpTo, readBatch, type Listing } from "./load-batch.ts";
import { readListingPage, type ListingPage } from "./walk.ts";

export interface FoundPage {
  page: ListingPage;
  listing: Listing;
  resume: CursorContent | null;
  /** For the page's cursor: when the source last showed the creator's posts; absent if it did with this page. */
  judgedAt?: number;
}

type ArchiveRequest = Pick<Listing, "username" | "admit" | "sort"> & {
  limit: number;
  removed: RemovalList;
};

/** The main source's first batch; its state decides whether posts of the archive are shown. */
type MainBatch = CacheRead<Batch> | null;

function emptyPageOf({ entry, isStale }: CacheRead<Batch>): ListingPage {
  const { state, profile } = entry.value.head;
  return {
    items: [],
    next: null,
    known: 0,
    state,
    profile,
    isStale,
    isCut: false,
    isLast: true,
    isChecked: true,
    fetchedAt: entry.fetchedAt,
    place: { entry, from: "", start: 0, runsOn: false },
  };
}

/** Reads the main source's profile; of a stale batch it would be kept a day longer with the archive's. */
function profileReader(deps: Deps, { source, username }: Listing, { entry }: CacheRead<Batch>) {
  const { profile } = entry.value.head;
  if (!profile) return undefined;
  const isFresh = entry.freshUntil > deps.clock.now();
  return async () => (isFresh ? profile : cachedProfile(deps, source, username));
}

/** The archive also has posts of hidden, suspended and deleted creators, which must not be shown (decision 122). */
async function readUnlessHidden(
  deps: Deps,
  main: Listing,
  known: MainBatch,
  { archive, resume, limit, removed }: ArchiveRequest & { archive: Listing; resume: CursorContent },
): Promise<FoundPage> {
  if (known && known.entry.value.head.state !== "ok")
    return { page: emptyPageOf(known), listing: main, resume: null };
  const listing = { ...archive, readProfile: known ? profileReader(deps, main, known) : undefined };
  const page = await readListingPage(deps, listing, resume, limit, removed);
  return { page, listing, resume, judgedAt: known?.entry.fetchedAt ?? resume.judgedAt };
}

function listingsOf(deps: Deps, { username, admit, sort }: ArchiveRequest) {
  const of = (source: PostSource, sorted: Listing["sort"]): Listing => ({
    source,
    username,
    sort: sorted,
    admit,
  });
  // The default order is the one most often cached.
  return { main: of(openMainSource(deps), "new"), archive: of(openSource(deps, "archive"), sort) };
}

/** Reads the creator's first batch from the cache or the main source; shows the posts if that source fails. */
export async function pageBefore(
  deps: Deps,
  asked: ArchiveRequest,
  day: string,
): Promise<FoundPage> {
  const { main, archive } = listingsOf(deps, asked);
  // A position includes its second: the day's first one belongs to the day.
  const from = archivePosition(Date.parse(`${day}T00:00:00Z`) / 1000 - 1);
  const position = { from, index: 0 };
  const resume: CursorContent = { position, last: null, served: 0, judgedAt: deps.clock.now() };
  const known: MainBatch =
    main.source.name === "archive"
      ? null
      : await readBatch(deps, main, "", null).catch((error: unknown) => {
          if (!isRedditFailure(error)) throw error;
          return null;
        });
  return readUnlessHidden(deps, main, known, { ...asked, archive, resume });
}

/**
 * Continues at a cursor, without a call to the main source. Without a cached first batch the cursor's `judgedAt` counts
 * for as long as a batch is kept: a stored cursor must not show posts that were hidden since.
 */
export async function archivedPage(
  deps: Deps,
  asked: ArchiveRequest,
  resume: CursorContent,
): Promise<FoundPage> {
  const { main, archive } = listingsOf(deps, asked);
  const peek = (from: string) => peekEntry(deps, batchSpec(deps, main, from, null));
  const [first, shown] = await Promise.all([
    main.source.name === "archive" ? null : peek(""),
    resume.shownUpTo === undefined ? null : peek(resume.shownUpTo),
  ]);
  // No refresh was tried, so none has failed.
  const known: MainBatch = first && { entry: first, isStale: false };
  const isJudged = known !== null || main.source.name === "archive";
  if (!isJudged && resume.judgedAt <= deps.clock.now() - ENTRY_LIFETIME_MS) throw refuseCursor();
  const before = shown ? mediaUpTo(shown.value) : undefined;
  const later = { ...archive, before };
  return readUnlessHidden(deps, main, known, { ...asked, archive: later, resume });
}

/**
 * Where the archive stands in: the main source's cached first batch, if by it the creator's posts must not be shown. It
 * counts for every order, because Reddit hides posts from all of them. Null if the archive's posts may be shown.
 */
export async function peekUnlisted(deps: Deps, asked: Listing) {
  const main: Listing = { ...asked, source: openMainSource(deps), sort: "new" };
  const entry = await peekEntry(deps, batchSpec(deps, main, "", null));
  if (!entry || entry.value.head.state === "ok") return null;
  return { page: emptyPageOf({ entry, isStale: true }), listing: main, resume: null };
}
