import type { SourceName } from "#schema/api/search.ts";
import { fromBase64Url, toBase64Url } from "#worker/lib/base64-url.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { isSignedText, signText } from "#worker/signatures.ts";
import type { ListedPost, ListingPosition } from "./batch.ts";
import type { Listing } from "./load-batch.ts";

/** Cursors hold an index into this list: only append. */
const SOURCES: SourceName[] = ["reddit", "archive", "sample"];
const MAX_CURSOR_LENGTH = 2_000;

/** `position`: the beginning of the next page; `last`: the last post shown. */
export interface CursorContent {
  position: ListingPosition;
  last: ListedPost | null;
  /** Posts shown so far. */
  served: number;
  /** Epoch milliseconds at which the source last showed the creator's posts; only the archive's pages ask for it. */
  judgedAt: number;
  /** Of the archive's first position: the main source's batch with the last posts shown. */
  shownUpTo?: string | undefined;
}

type CursorOwner = Pick<Listing, "username" | "sort">;

type Payload = [
  source: number,
  from: string,
  index: number,
  served: number,
  lastId: string,
  lastCreated: number,
  /** Missing in cursors that are older than it. */
  judgedAt?: number,
  shownUpTo?: string,
];

const signed = (payload: string, { username, sort }: CursorOwner): string =>
  `${payload}|${username.toLowerCase()}|${sort}`;

/**
 * A cursor is a signed position in a listing: `payload.mac`. Username and order are only in the signature, so a cursor
 * of another listing is refused like a forged one. Without a signature, callers could make us request any upstream
 * position; the posts themselves are public (decision 031).
 */
export async function signSearchCursor(
  deps: Deps,
  listing: Listing,
  { position, last, served, judgedAt, shownUpTo }: CursorContent,
): Promise<string> {
  const payload: Payload = [
    SOURCES.indexOf(listing.source.name),
    position.from,
    position.index,
    served,
    last?.id ?? "",
    last?.created ?? 0,
    Math.floor(judgedAt / 1000),
  ];
  if (shownUpTo !== undefined) payload.push(shownUpTo);
  const text = toBase64Url(new TextEncoder().encode(JSON.stringify(payload)));
  return `${text}.${await signText(deps, "cursor", signed(text, listing))}`;
}

/** Shown by the feed. Usually the page is older than the signing key, so a retry does not help and a reload does. */
const REFUSAL = "The next posts cannot be found from here. Please reload the page.";

export const refuseCursor = () => new AppError("http.validation", { fields: { after: REFUSAL } });

export async function readSearchCursor(
  deps: Deps,
  owner: CursorOwner,
  cursor: string,
): Promise<CursorContent & { source: SourceName }> {
  const [text = "", mac = "", ...rest] = cursor.split(".");
  const isMalformed = cursor.length > MAX_CURSOR_LENGTH || rest.length > 0;
  if (isMalformed || !(await isSignedText(deps, "cursor", signed(text, owner), mac)))
    throw refuseCursor();
  // The signature is valid, so this code wrote the payload.
  const json = new TextDecoder().decode(fromBase64Url(text) ?? new Uint8Array());
  const [source, from, index, served, lastId, lastCreated, judgedAt, shownUpTo] = JSON.parse(
    json,
  ) as Payload;
  const name = SOURCES[source];
  if (!name) throw refuseCursor();
  const last = lastId ? { id: lastId, created: lastCreated } : null;
  return {
    source: name,
    position: { from, index },
    served,
    last,
    judgedAt: (judgedAt ?? 0) * 1000,
    shownUpTo,
  };
}
