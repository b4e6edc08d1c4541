import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import { normaliseListing, postData } from "#normalise/listing.ts";
import { createdSeconds } from "#normalise/post.ts";
import { HIDDEN_KARMA, normaliseProfile, plainProfile, type Profile } from "#normalise/profile.ts";
import type { ListingStatuses } from "#schema/api/hearts.ts";
import { BATCH_SIZE } from "#schema/batch-size.ts";
import type { Sort } from "#schema/choices.ts";
import type { ProfileState, SearchResponse } from "#schema/api/search.ts";
import type { CompanionBodies } from "#schema/companion.ts";
import { CUT_LISTING } from "#schema/cut-listing.ts";
import { REDDIT_NAME } from "#schema/username.ts";
import { ApiError } from "#web/api/api-error.ts";
import { askCompanion } from "./ask-companion.ts";
import { fetchAbout } from "./companion-about.ts";
import { companionState, hasChosenServer } from "./companion-state.ts";
import { asArchived, OLDER, type ListingAnswer } from "./listing-answer.ts";
import { continueButton } from "./continue-button.tsx";
import { joinStatuses, fetchStatuses } from "./listing-statuses.ts";
import { refusalSentence } from "./refusal-sentence.ts";
import { bodyOrThrow, isWithoutAnswer, Refused, RemovedCreator, withRefusal } from "./refused.ts";

/** Exported here for one chunk: visitors with a companion have loaded the listing's code already. */
export { fetchCompanionPost } from "./companion-post.ts";

export interface PageRequest {
  client: QueryClient;
  queryKey: QueryKey;
  username: string;
  sortBy: Sort;
  pageParam: string | null;
  /** The listing's earlier pages. */
  pages: readonly ListingAnswer[];
  signal: AbortSignal;
  /** Sends a search to the server. */
  search: (page: { after?: string; before?: string; limit?: number }) => Promise<SearchResponse>;
}

type Listing = CompanionBodies["listing"];
type About = CompanionBodies["about"];

/** The most batches that one page requests in search of a new picture: each is a call of the extension. */
const MAX_CALLS_PER_PAGE = 3;
/**
 * Reddit ends a listing at about a thousand posts: one that ends with this number or more can be cut off. A full ninth
 * batch or any tenth, as for the server's listings (decision 112).
 */
const CUT_LISTING_POSTS = 890;
const BATCH = "batch:";
const ARCHIVE = "archive:";
/** A page of the server's own listing: from its beginning, or from the cursor after the prefix. */
const SERVER = "server:";

interface Batch {
  found: Listing;
  /** Posts of all kinds up to the end of this batch, with those that are not public. */
  seen: number;
}

async function fetchBatch(
  request: PageRequest,
  after: string | null,
  seenBefore: number,
): Promise<Batch> {
  const { username, sortBy: sort, signal } = request;
  const found = bodyOrThrow(await askCompanion({ type: "listing", username, sort, after }, signal));
  if (found.state !== "ok") return { found, seen: seenBefore };
  // Any script of the page can forge the answer, so it is cut to the size of a batch.
  const children = Array.isArray(found.children) ? found.children.slice(0, BATCH_SIZE) : [];
  const withheld = typeof found.withheld === "number" && found.withheld > 0 ? found.withheld : 0;
  // Reddit removes deleted posts from a batch of 100 without filling it up.
  const size = found.after ? BATCH_SIZE : Math.min(BATCH_SIZE, children.length + withheld);
  return { found: { ...found, children }, seen: seenBefore + size };
}

/** Without posts the profile decides: an empty listing alone does not tell a hidden profile from an empty one. */
function profileStateOf(
  { found, seen }: Batch,
  about: About | null,
  profile: Profile,
): ProfileState {
  if (profile.isSuspended) return "suspended";
  if (found.state === "ok" && seen > 0) return "ok";
  if (about?.state === "missing") return "not_found";
  // Reddit shows the profile of every account, so a 403 is about the visitor and not the user (decision 067).
  if (about?.state === "forbidden") throw new Refused({ ok: false, reason: "blocked" });
  if (found.state !== "ok" || profile.linkKarma > HIDDEN_KARMA) return "hidden";
  return "ok";
}

interface PictureBatch extends Pick<ListingAnswer, "listedUntil"> {
  batch: Batch;
  posts: ReturnType<typeof normaliseListing>["posts"];
}

function timeOfLast(children: readonly unknown[]): number | null {
  const last = children.map(postData).findLast((data) => data !== null);
  return (last && createdSeconds(last)) || null;
}

/** Requests batches until one has a new picture, at most MAX_CALLS_PER_PAGE. */
async function fetchBatchWithPictures(
  request: PageRequest,
  after: string | null,
  seen: number,
): Promise<PictureBatch> {
  const shown = new Set(request.pages.flatMap(({ mediaKeys }) => mediaKeys ?? []));
  let batch = await fetchBatch(request, after, seen);
  let listedUntil = request.pages.at(-1)?.listedUntil;
  for (let batches = 1; ; batches += 1) {
    const { found } = batch;
    const children = found.state === "ok" ? found.children : [];
    listedUntil = timeOfLast(children) ?? listedUntil;
    const { posts } = normaliseListing(children, Date.now(), request.username);
    const fresh = posts.filter(({ key }) => !shown.has(key));
    const next = found.state === "ok" ? found.after : null;
    if (fresh.length > 0 || !next || batches === MAX_CALLS_PER_PAGE)
      return { batch, posts: fresh, listedUntil };
    batch = await fetchBatch(request, next, batch.seen);
  }
}

const dayAfter = (created: number): string =>
  new Date((created + 86_400) * 1000).toISOString().slice(0, 10);

const isCut = ({ seen }: Batch): boolean => seen >= CUT_LISTING_POSTS;

function nextOf(
  { sortBy }: PageRequest,
  { batch, listedUntil }: PictureBatch,
  { hasArchive }: ListingStatuses,
): string | null {
  const after = batch.found.state === "ok" ? batch.found.after : null;
  if (after) return `${BATCH}${after}:${batch.seen}`;
  const goesOn = hasArchive && sortBy === "new" && isCut(batch);
  return goesOn && listedUntil ? OLDER + dayAfter(listedUntil) : null;
}

const factsOf = (state: ProfileState) => ({
  success: true as const,
  source: "companion" as const,
  sortExact: true,
  stale: false,
  checked: true,
  fetchedAt: new Date().toISOString(),
  profileState: state,
  userExists: state !== "not_found",
});

async function makePage(
  request: PageRequest,
  collected: PictureBatch,
  about: About | null,
): Promise<ListingAnswer> {
  const { username, pages } = request;
  const profile =
    about?.state === "ok" ? normaliseProfile(about.user, username) : plainProfile(username);
  const first = pages[0]?.userInfo;
  const state = first ? "ok" : profileStateOf(collected.batch, about, profile);
  const statuses = await fetchStatuses(request, collected.posts);
  if (statuses.listing.removed.creator) throw new RemovedCreator();
  const { id, title, avatarUrl } = profile;
  const { heartCount, rank } = statuses.listing.creator;
  const own = { id, username: profile.username, title, avatarUrl, heartCount, rank };
  const nextPage = nextOf(request, collected, statuses.listing);
  const posts = joinStatuses(collected.posts, statuses, (first ?? own).avatarUrl);
  return {
    ...factsOf(state),
    posts,
    total: pages.reduce((sum, page) => sum + page.posts.length, posts.length),
    totalExact: nextPage === null,
    nextPage,
    message: nextPage === null && isCut(collected.batch) ? CUT_LISTING : null,
    userInfo: state === "not_found" ? null : (first ?? own),
    hasArchive: statuses.listing.hasArchive,
    mediaKeys: collected.posts.map(({ key }) => key),
    listedUntil: collected.listedUntil ?? null,
  };
}

async function fetchFirstPage(request: PageRequest): Promise<ListingAnswer> {
  const { client, username } = request;
  const start = Date.now();
  const collecting = fetchBatchWithPictures(request, null, 0);
  // Requested second, so that the listing does not wait for it.
  const about = fetchAbout(client, username);
  const collected = await collecting;
  // An older profile does not show whether Reddit refuses the visitor or the creator hides posts (decision 067).
  const isListed = collected.batch.found.state === "ok";
  const answer = isListed ? await about : await fetchAbout(client, username, start);
  const isEmpty = collected.batch.seen === 0;
  // Only an empty listing needs the profile, to tell hidden from empty.
  const known = isEmpty ? bodyOrThrow(answer) : answer.ok ? answer.body : null;
  return makePage(request, collected, known);
}

/**
 * The next page comes from the server: from the last post's day if the archive can jump to it, else from the beginning.
 */
function continueWithServer({ client, queryKey, pages, sortBy }: PageRequest): void {
  const until = pages.at(-1)?.listedUntil;
  const canJump = sortBy === "new" && pages[0]?.hasArchive;
  const nextPage = canJump && until ? OLDER + dayAfter(until) : SERVER;
  client.setQueryData<InfiniteData<ListingAnswer>>(queryKey, (data) => {
    const last = data?.pages.at(-1);
    return data && last && { ...data, pages: [...data.pages.slice(0, -1), { ...last, nextPage }] };
  });
}

async function fetchNextPage(request: PageRequest, place: string): Promise<ListingAnswer> {
  const [after = "", seen = "0"] = place.split(":");
  try {
    return await makePage(
      request,
      await fetchBatchWithPictures(request, after, Number(seen)),
      null,
    );
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const isRemoved = error instanceof RemovedCreator;
    const sentence = isRemoved ? "Removed at request." : refusalSentence(error.answer);
    const code = isWithoutAnswer(error.answer) ? "client.network" : null;
    const failure = new ApiError({ status: 0, code, sentence });
    if (isRemoved) throw failure;
    throw Object.assign(failure, {
      continueButton: continueButton(() => continueWithServer(request)),
    });
  }
}

/** Posts of the server's listing that the page does not show yet. */
async function fetchServerPage(request: PageRequest, place: string): Promise<ListingAnswer> {
  const ids = new Set(request.pages.flatMap(({ posts }) => posts.map(({ id }) => id)));
  let after = place;
  for (let batches = 1; ; batches += 1) {
    const page = await request.search({ limit: BATCH_SIZE, ...(after && { after }) });
    const posts = page.posts.filter(({ id }) => !ids.has(id));
    after = page.nextPage ?? "";
    if (posts.length > 0 || !after || batches === MAX_CALLS_PER_PAGE)
      return { ...page, posts, nextPage: after ? SERVER + after : null, total: 0 };
  }
}

/** The archive is asked by day, so its first page overlaps: posts that are newer than Reddit's last one are dropped. */
function withoutOverlap(page: SearchResponse, pages: readonly ListingAnswer[]): ListingAnswer {
  const own = pages.filter(({ source }) => source === "companion");
  const until = own.at(-1)?.listedUntil ?? Infinity;
  const ids = new Set(own.flatMap(({ posts }) => posts.map(({ id }) => id)));
  const beyond = page.posts.filter(({ id, created }) => created <= until && !ids.has(id));
  const posts = asArchived(beyond, page);
  const nextPage = page.nextPage && ARCHIVE + page.nextPage;
  return { ...page, posts, nextPage, total: 0 };
}

/** A page from the companion, or from the server if the companion cannot fetch it. */
export async function fetchPage(request: PageRequest): Promise<ListingAnswer> {
  const { pageParam: place, pages, search, username } = request;
  if (place?.startsWith(BATCH)) return fetchNextPage(request, place.slice(BATCH.length));
  if (place?.startsWith(OLDER)) {
    const before = place.slice(OLDER.length);
    return withoutOverlap(await search({ before, limit: BATCH_SIZE }), pages);
  }
  if (place?.startsWith(ARCHIVE)) {
    const after = place.slice(ARCHIVE.length);
    return withoutOverlap(await search({ after, limit: BATCH_SIZE }), pages);
  }
  if (place?.startsWith(SERVER)) return fetchServerPage(request, place.slice(SERVER.length));
  if (place !== null) return search({ after: place });
  // The companion ignores names that Reddit cannot have: the page would wait for its timeout.
  const isAsked = !hasChosenServer() && companionState() === "on" && REDDIT_NAME.test(username);
  if (!isAsked) return search({});
  try {
    // Pages in the cache belong to an earlier listing.
    return await fetchFirstPage({ ...request, pages: [] });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { answer: refused } = error;
    const found = await search({}).catch((failure: unknown) => {
      throw withRefusal(failure, refused);
    });
    return { ...found, refused };
  }
}

/** `fetchPage` with the earlier pages of the query's cache. */
export function fetchListing(request: Omit<PageRequest, "pages">): Promise<ListingAnswer> {
  const { client, queryKey } = request;
  const pages = client.getQueryData<InfiniteData<ListingAnswer>>(queryKey)?.pages ?? [];
  return fetchPage({ ...request, pages });
}
