import type { SearchResponse } from "#schema/api/search.ts";
import { REDDIT_NAME } from "#schema/username.ts";
import { reuseAnswer } from "#worker/cache/reuse-answer.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { NO_HEARTS } from "#worker/hearts/hearts.rules.ts";
import { heartsFor } from "#worker/hearts/hearts.service.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-names.service.ts";
import { NOTHING_REMOVED, type RemovalList } from "#worker/removals/removal-list.rules.ts";
import { currentRemovals, heldRemovals } from "#worker/removals/removal-list.service.ts";
import { readyAnswer, type ReadyAnswer } from "#worker/lib/ready-answer.ts";
import { archivePosition } from "#worker/source/adapters/archive.ts";
import { hasArchive, openSource } from "#worker/source/open.ts";
import type { FoundPage } from "./archived-page.ts";
import { answerWithoutListing, searchAnswer } from "./answer.ts";
import { refuseCursor, signSearchCursor } from "./cursor.ts";
import { findPage, firstPage, type RemovalGuard, type SearchQuery } from "./find-page.ts";
import type { Listing } from "./load-batch.ts";
import { shownPost } from "./shown-repost.ts";
import { withoutGone } from "./without-gone.ts";

/** Reddit's listings end after about a thousand posts; the archive has the older ones. */
const goesToArchive = (deps: Deps, { source, sort }: Listing): boolean =>
  source.name !== "archive" && sort === "new" && hasArchive(deps);

async function nextCursor(
  deps: Deps,
  { page, listing, resume, judgedAt = page.fetchedAt }: FoundPage,
  served: number,
): Promise<string | null> {
  const brief = page.items.at(-1)?.brief;
  // A page without posts keeps the last post of the pages before it.
  const last = brief ? { id: brief[0], created: brief[2] } : (resume?.last ?? null);
  if (page.next)
    return signSearchCursor(deps, listing, { position: page.next, last, served, judgedAt });
  const end = last ?? page.cutAfter;
  const goesOn = page.isCut && end && goesToArchive(deps, listing);
  if (!goesOn) return null;
  const source = openSource(deps, "archive");
  const ofSecond = page.items.filter(({ brief: [, , created] }) => created === end.created);
  const ids = ofSecond.length > 0 ? ofSecond.map(({ brief: [id] }) => id) : [end.id];
  const position = { from: archivePosition(end.created, ids), index: 0 };
  const shownUpTo = page.items.at(-1)?.at.from ?? page.place.from;
  const content = { position, last: null, served, judgedAt, shownUpTo };
  return signSearchCursor(deps, { ...listing, source }, content);
}

interface PageWithNames {
  found: FoundPage;
  names: ReturnType<typeof nsfwNames>;
  removed: RemovalList;
}

/** Reads adult communities in parallel with the listing: in a new isolate each is a round trip to KV. */
async function withNsfwNames(
  deps: Deps,
  { removed }: RemovalGuard,
  finding: Promise<FoundPage>,
): Promise<PageWithNames> {
  const reading = nsfwNames(deps);
  const found = await finding;
  // The second call reads memory, unless the names have become too old during a slow search.
  return { found, names: reading.then(() => nsfwNames(deps)), removed };
}

async function composeAnswer(
  deps: Deps,
  { found, names, removed }: PageWithNames,
  waitForHearts: boolean,
): Promise<ReadyAnswer<SearchResponse>> {
  const { page, listing, resume, judgedAt } = found;
  const { entry, from, start, runsOn } = page.place;
  const username = page.profile?.username ?? listing.username;
  const postIds = page.items.map(({ brief }) => shownPost(removed, brief).id);
  const asked = { username, postIds };
  const [hearts, nsfw] = await Promise.all([
    page.state === "not_found"
      ? NO_HEARTS
      : heartsFor(deps, asked, { waits: waitForHearts, needsCounts: !page.isChecked }),
    names,
  ]);
  const shown = withoutGone(page, hearts, removed);
  const served = (resume?.served ?? 0) + shown.items.length;
  const make = async () => {
    const nextPage = shown.state === "not_found" ? null : await nextCursor(deps, found, served);
    const parts = { hearts, nsfwNames: nsfw, nextPage, served, removed };
    return readyAnswer(searchAnswer(deps, shown, listing, parts));
  };
  if (runsOn) return make();
  const { source, sort } = listing;
  const ofPage = [from, start, postIds.length, served, judgedAt];
  // Not the visitor's spelling: each would keep an answer of its own.
  const name = [source.name, sort, username, ...ofPage].join();
  return reuseAnswer(name, [entry, page.isStale, hearts, nsfw, removed], make);
}

/** Runs `search` with the list of removals; null if the creator was removed. */
async function underRemovals<T>(
  deps: Deps,
  username: string,
  search: (guard: RemovalGuard) => Promise<T>,
): Promise<T | null> {
  const current = currentRemovals(deps);
  const held = heldRemovals(deps) ?? NOTHING_REMOVED;
  const admit = async () => {
    if ((await current).hasUser(username)) throw new AppError("posts.removed");
  };
  // A new or idle isolate waits for the list. Meanwhile the search reads caches; admit() blocks calls to a source.
  const ahead = held.hasUser(username) ? null : search({ removed: held, admit });
  // A failure counts only if the answer would.
  const ended = ahead?.catch(() => undefined);
  const removed = await current;
  if (removed.hasUser(username)) return null;
  if (ahead && (removed === held || (removed.isEmpty && held.isEmpty))) return ahead;
  // Its loads are cached then. Beside it, the second search would charge the visitor for them again.
  await ended;
  return search({ removed, admit });
}

/** One page of a creator's media posts. */
export async function answerSearch(
  deps: Deps,
  query: SearchQuery,
): Promise<ReadyAnswer<SearchResponse>> {
  const username = query.username.trim();
  if (!REDDIT_NAME.test(username)) {
    // No answer for such a name contained a cursor.
    if (query.after) throw refuseCursor();
    return readyAnswer(answerWithoutListing(deps, username, "not_found"));
  }
  const answer = await underRemovals(deps, username, async (guard) => {
    const known = await withNsfwNames(deps, guard, findPage(deps, username, query, guard));
    return composeAnswer(deps, known, query.waitForHearts ?? true);
  });
  return answer ?? readyAnswer(answerWithoutListing(deps, username, "removed"));
}

export interface EarlySearch {
  /** Made without the database, so its counts are null. */
  early: SearchResponse;
  /** Reddit marks the profile as adult. */
  isAdultProfile: boolean;
  /** The whole answer, with counts unless they are late. */
  complete(): Promise<SearchResponse>;
}

const ended = (answer: SearchResponse): EarlySearch => ({
  early: answer,
  isAdultProfile: false,
  complete: () => Promise.resolve(answer),
});

/** The first page of a search in two steps, for the head of a page, which needs no counts. */
export async function searchEarly(deps: Deps, query: SearchQuery): Promise<EarlySearch> {
  const username = query.username.trim();
  if (!REDDIT_NAME.test(username)) {
    return ended(answerWithoutListing(deps, username, "not_found"));
  }
  const known = await underRemovals(deps, username, (guard) =>
    withNsfwNames(deps, guard, firstPage(deps, username, query, guard)),
  );
  if (!known) return ended(answerWithoutListing(deps, username, "removed"));
  const { found, names, removed } = known;
  const { page, listing } = found;
  if (!page.isChecked) return ended((await composeAnswer(deps, known, true)).answer);
  const served = page.items.length;
  const parts = { hearts: null, nsfwNames: await names, nextPage: null, served, removed };
  return {
    early: searchAnswer(deps, page, listing, parts),
    isAdultProfile: page.profile?.isNsfw ?? false,
    complete: async () => (await composeAnswer(deps, known, false)).answer,
  };
}
