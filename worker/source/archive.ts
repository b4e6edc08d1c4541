import type { Sort } from "#schema/api/posts.ts";
import type { Deps } from "#worker/deps.ts";
import { postId } from "./normalise/post.ts";
import { list, number, record, text, whole, type Json } from "./normalise/read.ts";
import {
  BATCH,
  type Answer,
  type ListingRequest,
  type PostSource,
  type RawListing,
} from "./port.ts";
import { noteQuota, spendCall } from "./quota.ts";
import { call, classify, unavailable, type Wire } from "./upstream.ts";

export interface ArchiveSettings {
  scope: string;
  /** When the whole answer has to be there, in epoch milliseconds. */
  deadline: number;
  apiUrl: string;
  userAgent: string;
}

const CODES = {
  unavailable: "archive.unavailable",
  rateLimited: "archive.rate_limited",
  // The archive has no account to block: whatever refuses is an outage to the visitor.
  blocked: "archive.unavailable",
} as const;

async function get(deps: Deps, wire: Wire, settings: ArchiveSettings, path: string) {
  await spendCall(deps, settings.scope, CODES.rateLimited);
  const answer = await call(wire, settings.apiUrl + path, {
    headers: { "User-Agent": settings.userAgent, Accept: "application/json" },
  });
  noteQuota(deps, settings.scope, answer.headers);
  const said = classify(wire, answer);
  // It answers an unknown author with an empty list: a 403 or 404 is the service, not the user.
  if (said.state !== "ok") throw unavailable(wire, new Error(`the archive says ${said.state}`));
  const data = record(said.value)?.data;
  if (!Array.isArray(data)) throw unavailable(wire, new Error("no data in the archive's answer"));
  return data as unknown[];
}

/**
 * The archive has no cursor. A batch begins at the second at which the last one ended, and names
 * the posts of that second that were already given: "1700000000:abc,abd".
 */
function startOf(from: string): { before: number; seen: Set<string> } | null {
  const [second = "", ids = ""] = from.split(":");
  if (!/^\d{1,11}$/.test(second)) return null;
  return { before: Number(second), seen: new Set(ids.split(",")) };
}

const createdOf = (child: unknown) => Math.trunc(number(record(child)?.created_utc) ?? 0);
const idOf = (child: unknown) => postId(record(child) ?? {})?.slice(3) ?? "";

function nextOf(children: unknown[], fresh: unknown[], from: string): string | null {
  if (children.length < BATCH || fresh.length === 0) return null;
  const second = createdOf(children.at(-1));
  const ids = children.filter((child) => createdOf(child) === second).map(idOf);
  const started = startOf(from);
  const before = started?.before === second ? [...started.seen] : [];
  return `${second}:${[...new Set([...before, ...ids])].filter(Boolean).join(",")}`;
}

const HOT_SECONDS = 45_000;

function heat(child: unknown): number {
  const score = whole(record(child)?.score);
  return (
    Math.sign(score) * Math.log10(Math.max(1, Math.abs(score))) + createdOf(child) / HOT_SECONDS
  );
}

/** The archive sorts by time alone: hot and top are put in order within each batch it gave. */
function ordered(children: unknown[], sort: Sort): unknown[] {
  if (sort === "new") return children;
  const weight = sort === "hot" ? heat : (child: unknown) => whole(record(child)?.score);
  return children.toSorted((a, b) => weight(b) - weight(a));
}

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();

/** Its `_meta` has what a listing needs: the name as written and the karma that tells hidden from empty. */
function profileFrom(found: Json): Json {
  const meta = record(found._meta);
  return {
    name: text(found.author) ?? text(found.name),
    id: found.id,
    link_karma: meta?.post_karma,
    total_karma: meta?.total_karma,
  };
}

export function archiveSource(deps: Deps, settings: ArchiveSettings): PostSource {
  const { clock, fetch } = deps;
  const wire: Wire = { fetch, clock, codes: CODES, deadline: settings.deadline };
  const listing = async (request: ListingRequest): Promise<Answer<RawListing>> => {
    const { username, sort, from } = request;
    const start = startOf(from);
    const asked = query({
      author: username,
      limit: String(BATCH),
      sort: "desc",
      ...(start && { before: String(start.before) }),
    });
    const children = await get(deps, wire, settings, `/api/posts/search?${asked}`);
    const fresh = start ? children.filter((child) => !start.seen.has(idOf(child))) : children;
    const next = nextOf(children, fresh, from);
    return { state: "ok", value: { children: ordered(fresh, sort), next } };
  };
  const profile = async (username: string): Promise<Answer<Json>> => {
    const asked = query({ author: username, limit: "1" });
    const found = list(await get(deps, wire, settings, `/api/users/search?${asked}`))
      .map(record)
      .find((one) => text(one?.author)?.toLowerCase() === username.toLowerCase());
    return found ? { state: "ok", value: profileFrom(found) } : { state: "missing" };
  };
  return {
    name: "archive",
    scope: settings.scope,
    sortsExactly: (sort) => sort === "new",
    leavesOutOnlyDeleted: false,
    mediaUrl: (url) => url,
    listing,
    profile,
    posts: (ids) => get(deps, wire, settings, `/api/posts/ids?${query({ ids: ids.join(",") })}`),
  };
}
