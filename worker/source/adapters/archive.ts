import { BATCH_SIZE } from "#schema/batch-size.ts";
import type { Sort } from "#schema/choices.ts";
import { withoutPostPrefix } from "#schema/reddit-id.ts";
import type { Deps } from "#worker/deps.ts";
import { postId } from "#normalise/post.ts";
import { number, record, text, whole, type Json } from "#normalise/read.ts";
import type { BatchRequest, PostSource, RawBatch, SourceAnswer } from "#worker/source/port.ts";
import { currentRateLimit, isLimitSpent } from "#worker/call-budget/rate-limit-headers.ts";
import { unavailable, type UpstreamSettings } from "#worker/upstream/call.ts";
import { callSource, type SourceSettings } from "./call-source.ts";
import { classify } from "./classify.ts";

const CODES = {
  unavailable: "archive.unavailable",
  rateLimited: "archive.rate_limited",
  // We have no account that the archive could block, so every refusal is an outage.
  blocked: "archive.unavailable",
} as const;

async function callArchive(
  deps: Deps,
  upstream: UpstreamSettings,
  settings: SourceSettings,
  path: string,
) {
  const classified = classify(upstream, await callSource(deps, upstream, settings, path));
  // The archive returns an empty list for an unknown author, so 403 and 404 are failures of the service.
  if (classified.state !== "ok")
    throw unavailable(upstream, new Error(`the archive says ${classified.state}`));
  const data = record(classified.value)?.data;
  if (!Array.isArray(data))
    throw unavailable(upstream, new Error("no data in the archive's answer"));
  return data as unknown[];
}

/** The end of the year 9999. */
const LATEST_SECOND = 253_402_300_799;

const clampedSecond = (second: number): number => Math.min(LATEST_SECOND, Math.max(0, second));

/**
 * The archive has no cursor. Ours is the second at which the last batch ended and the posts of that second shown so
 * far, as in "1700000000:abc,abd".
 */
export const archivePosition = (second: number, shown: string[] = []): string =>
  `${clampedSecond(second)}:${shown.map(withoutPostPrefix).join()}`;

/** Returns null for the beginning. Throws for another source's cursor, which must not restart the listing. */
function startOf(from: string): { before: number; seen: Set<string> } | null {
  if (from === "") return null;
  const [second = "", ids = ""] = from.split(":");
  if (!/^\d{1,12}$/.test(second)) throw new Error(`no place in a listing of the archive: ${from}`);
  return { before: Number(second), seen: new Set(ids.split(",")) };
}

const createdOf = (child: unknown) =>
  clampedSecond(Math.trunc(number(record(child)?.created_utc) ?? 0));
const idOf = (child: unknown) => withoutPostPrefix(postId(record(child) ?? {}) ?? "");

function nextOf(
  children: unknown[],
  fresh: unknown[],
  start: ReturnType<typeof startOf>,
): string | null {
  if (children.length < BATCH_SIZE || fresh.length === 0) return null;
  const second = createdOf(children.at(-1));
  const ids = children.filter((child) => createdOf(child) === second).map(idOf);
  const before = start?.before === second ? start.seen : [];
  return archivePosition(second, [...new Set([...before, ...ids])].filter(Boolean));
}

const HOT_SECONDS = 45_000;

function heat(child: unknown): number {
  const score = whole(record(child)?.score);
  return (
    Math.sign(score) * Math.log10(Math.max(1, Math.abs(score))) + createdOf(child) / HOT_SECONDS
  );
}

const WEIGHTS: Record<Exclude<Sort, "new">, (child: unknown) => number> = {
  hot: heat,
  top: (child) => whole(record(child)?.score),
};

/** The archive sorts by time only, so the other orders are made within each batch. */
function ordered(children: unknown[], sort: Sort): unknown[] {
  if (sort === "new") return children;
  const weight = WEIGHTS[sort];
  return children.toSorted((a, b) => weight(b) - weight(a));
}

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();

/** A listing needs the spelling of the name, and the karma that distinguishes hidden from empty. */
function profileFrom(found: Json): Json {
  const meta = record(found._meta);
  return {
    name: found.author,
    id: found.id,
    link_karma: meta?.post_karma,
  };
}

export function archiveSource(deps: Deps, settings: SourceSettings): PostSource {
  const upstream: UpstreamSettings = { ...settings, clock: deps.clock, codes: CODES };
  const listing = async (request: BatchRequest): Promise<SourceAnswer<RawBatch>> => {
    const { username, sort, from } = request;
    const start = startOf(from);
    const asked = query({
      author: username,
      limit: String(BATCH_SIZE),
      sort: "desc",
      ...(start && { before: String(start.before) }),
    });
    const children = await callArchive(deps, upstream, settings, `/api/posts/search?${asked}`);
    const fresh = start ? children.filter((child) => !start.seen.has(idOf(child))) : children;
    const next = nextOf(children, fresh, start);
    return { state: "ok", value: { children: ordered(fresh, sort), next } };
  };
  const profile = async (username: string): Promise<SourceAnswer<Json>> => {
    const asked = query({ author: username, limit: "1" });
    const users = await callArchive(deps, upstream, settings, `/api/users/search?${asked}`);
    const found = users
      .map(record)
      .find((one) => text(one?.author)?.toLowerCase() === username.toLowerCase());
    return found ? { state: "ok", value: profileFrom(found) } : { state: "missing" };
  };
  return {
    name: "archive",
    scope: settings.scope,
    under: (caller) => archiveSource(deps, { ...settings, caller: () => caller }),
    sortsExactly: (sort) => sort === "new",
    isKnownToFail: () => isLimitSpent(deps, settings.scope),
    lookAhead: () => void currentRateLimit(deps, settings.scope),
    leavesOutOnlyDeleted: false,
    mediaUrl: settings.mediaUrl,
    listing,
    profile,
    posts: (ids) =>
      callArchive(deps, upstream, settings, `/api/posts/ids?${query({ ids: ids.join(",") })}`),
  };
}
