import { and, asc, eq, gt, inArray, isNull, sql, type SQL } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { BoardKind } from "#schema/api/leaderboard.ts";
import { hasUsername, redditPost, redditUser } from "#schema/db/reddit.ts";
import { asciiJson } from "#worker/lib/ascii-json.ts";
import { inParts, MAX_PART_CHARACTERS } from "#worker/database/d1-parts.ts";
import {
  objectsIn,
  objectsOf,
  property,
  runUpdates,
  valuesOf,
  type Update,
} from "#worker/database/json-list.ts";
import {
  BOARD_DUE_AFTER_MS,
  DUE_AFTER_MS,
  MAX_CALLS_PER_RUN,
  MAX_POSTS_PER_RUN,
  type Queue,
} from "./recheck.rules.ts";
import { currentRanks } from "./ranks.sql.ts";
import { userIsShown } from "./shown.sql.ts";
import {
  EMPTY_POST,
  EMPTY_USER,
  isDue,
  NEVER,
  POST_FACTS,
  type PostFacts,
  type StoredTarget,
  type UserFacts,
} from "./targets.store.ts";

const oldestUsers = (db: DrizzleD1Database, where: SQL | undefined) =>
  db
    .select({ key: redditUser.redditUsername, checkedAt: redditUser.checkedAt })
    .from(redditUser)
    .where(where)
    .orderBy(asc(redditUser.checkedAt))
    .limit(MAX_CALLS_PER_RUN);

const oldestPosts = (db: DrizzleD1Database, where: SQL | undefined) =>
  db
    .select({ key: redditPost.id, checkedAt: redditPost.checkedAt })
    .from(redditPost)
    .where(where)
    .orderBy(asc(redditPost.checkedAt))
    .limit(MAX_POSTS_PER_RUN);

/** Unary plus disables the index on the time, by which SQLite would read every target, not the board's hundred. */
const boardIsDue = (target: StoredTarget, kind: BoardKind, time: number) =>
  and(
    sql`${target.id} in (select entry.key from json_each(${currentRanks(kind)}) as entry)`,
    isNull(target.emptiedAt),
    sql`+${target.checkedAt} <= ${time}`,
  );

/** Due targets, enough for any run. */
export async function readQueue(db: DrizzleD1Database, now: number): Promise<Queue> {
  const due = now - DUE_AFTER_MS;
  const boardDue = now - BOARD_DUE_AFTER_MS;
  const neverRead = and(isNull(redditUser.emptiedAt), eq(redditUser.checkedAt, NEVER));
  const read = and(isDue(redditUser, due), gt(redditUser.checkedAt, NEVER));
  const [users, posts, unread, boardUsers, boardPosts] = await db.batch([
    oldestUsers(db, read),
    oldestPosts(db, isDue(redditPost, due)),
    oldestUsers(db, neverRead),
    oldestUsers(db, boardIsDue(redditUser, "users", boardDue)),
    oldestPosts(db, boardIsDue(redditPost, "posts", boardDue)),
  ]);
  return {
    round: { users, posts },
    unread: { users: unread, posts: [] },
    board: { users: boardUsers, posts: boardPosts },
  };
}

/** Posts with their owner, the time of their facts, and when they were first stored. */
export const readOwned = (db: DrizzleD1Database, ids: readonly string[]) =>
  db
    .select({
      id: redditPost.id,
      ownerId: redditPost.redditUserId,
      lastUpdated: redditPost.lastUpdated,
      createdAt: redditPost.createdAt,
    })
    .from(redditPost)
    .where(inArray(redditPost.id, valuesOf(ids)));

export const isNamed = (names: SQL) => sql`${redditUser.redditUsername} collate nocase in ${names}`;

export interface CheckedPosts {
  fresh: PostFacts[];
  /** `fresh` is the archive's. */
  isArchives?: boolean;
  deleted: string[];
  /** Ids without new facts. */
  same: string[];
  /** The authors, by their present names. */
  owners: Owner[];
}

interface Owner {
  id: string;
  username: string;
}

const FRESH_POST = Object.fromEntries(
  Object.keys(POST_FACTS).map((name) => [name, property(name)]),
) as { [Name in keyof typeof POST_FACTS]: SQL };

/** A damaged list has no elements. */
const lengthOf = (list: unknown) => sql`iif(json_valid(${list}), json_array_length(${list}), 0)`;
const lacksNoSize = sql`(${redditPost.media} is null or ${lengthOf(property("thumbnails"))} >= ${lengthOf(redditPost.thumbnails)})`;
const higher = (column: AnySQLiteColumn, name: string) => sql`max(${column}, ${property(name)})`;
const unlessPoorer = (column: AnySQLiteColumn, name: string) =>
  sql`iif(${lacksNoSize}, ${property(name)}, ${column})`;

/**
 * The archive copies a post seconds after posting and once more after a day and a half, often with fewer facts than
 * Reddit. Its copy unsets no mark, lowers no count, drops no origin and replaces no media by media with fewer sizes.
 */
const ARCHIVED_POST = {
  score: higher(redditPost.score, "score"),
  numComments: higher(redditPost.numComments, "numComments"),
  awardsCount: higher(redditPost.awardsCount, "awardsCount"),
  isNsfw: higher(redditPost.isNsfw, "isNsfw"),
  subredditIsNsfw: higher(redditPost.subredditIsNsfw, "subredditIsNsfw"),
  isSpoiler: higher(redditPost.isSpoiler, "isSpoiler"),
  origins: sql`coalesce(${redditPost.origins}, ${property("origins")})`,
  url: unlessPoorer(redditPost.url, "url"),
  thumbnailUrl: unlessPoorer(redditPost.thumbnailUrl, "thumbnailUrl"),
  mediaType: unlessPoorer(redditPost.mediaType, "mediaType"),
  galleryImages: unlessPoorer(redditPost.galleryImages, "galleryImages"),
  media: unlessPoorer(redditPost.media, "media"),
  thumbnails: unlessPoorer(redditPost.thumbnails, "thumbnails"),
};

/**
 * A hundred posts with galleries exceed D1's limit for a string. A single post too big for a row keeps its older facts:
 * otherwise its statement would fail in every run, and its hundred posts would block the queue.
 */
function splitBySize(fresh: readonly PostFacts[]): { parts: string[][]; tooBig: string[] } {
  const posts = fresh.map((post) => ({ id: post.id, line: asciiJson(post) }));
  const fits = ({ line }: { line: string }) => line.length <= MAX_PART_CHARACTERS;
  return {
    parts: inParts(posts.filter(fits).map(({ line }) => line)),
    tooBig: posts.filter((post) => !fits(post)).map(({ id }) => id),
  };
}

/**
 * Gives renamed owners their new name, so that a removal of it finds them; the old name is gone at Reddit, so the row may
 * be emptied. A removed owner keeps the name that the removal has. A name with a row of its own stays there (decision
 * 023).
 */
const rename = (db: DrizzleD1Database, owners: readonly Owner[]) =>
  db
    .update(redditUser)
    .set({ redditUsername: property("username"), checkedAt: NEVER, emptiedAt: null })
    .from(objectsOf(owners))
    .where(
      and(
        sql`${redditUser.id} = ${property("id")}`,
        sql`${redditUser.redditUsername} <> ${property("username")} collate nocase`,
        userIsShown,
        sql`not exists (select 1 from ${redditUser} o where o.reddit_username = ${property("username")} collate nocase)`,
      ),
    );

export async function recordCheckedPosts(
  db: DrizzleD1Database,
  { fresh, isArchives = false, deleted, same, owners }: CheckedPosts,
  time: number,
): Promise<void> {
  const now = new Date(time);
  const checked = { checkedAt: now, lastUpdated: now };
  const { parts, tooBig } = splitBySize(fresh);
  const unchanged = [...same, ...tooBig];
  const empty = db
    .update(redditPost)
    .set({ ...EMPTY_POST, ...checked, emptiedAt: now })
    .where(inArray(redditPost.id, valuesOf(deleted)));
  const refresh = (lines: string[]) =>
    db
      .update(redditPost)
      .set({ ...(isArchives ? ARCHIVED_POST : FRESH_POST), ...checked })
      .from(objectsIn(`[${lines.join(",")}]`))
      .where(and(sql`${redditPost.id} = ${property("id")}`, isNull(redditPost.emptiedAt)));
  const touch = db
    .update(redditPost)
    .set({ checkedAt: now })
    .where(and(inArray(redditPost.id, valuesOf(unchanged)), isNull(redditPost.emptiedAt)));
  await runUpdates(db, [
    [deleted, empty],
    ...parts.map((lines): Update => [lines, refresh(lines)]),
    [unchanged, touch],
    [owners, rename(db, owners)],
  ]);
}

export interface CheckedUsers {
  fresh: UserFacts[];
  /** Names, in the spelling of the request. */
  deleted: string[];
  same: string[];
}

export const FRESH_USER = {
  displayName: property("displayName"),
  description: property("description"),
  avatarUrl: property("avatarUrl"),
};

export async function recordCheckedUsers(
  db: DrizzleD1Database,
  { fresh, deleted, same }: CheckedUsers,
  time: number,
): Promise<void> {
  const now = new Date(time);
  const checked = { checkedAt: now, lastUpdated: now };
  const empty = db
    .update(redditUser)
    .set({ ...EMPTY_USER, ...checked, emptiedAt: now })
    .where(isNamed(valuesOf(deleted)));
  const refresh = db
    .update(redditUser)
    .set({ ...FRESH_USER, ...checked })
    .from(objectsOf(fresh))
    .where(and(hasUsername(property("username")), isNull(redditUser.emptiedAt)));
  const touch = db
    .update(redditUser)
    .set({ checkedAt: now })
    .where(and(isNamed(valuesOf(same)), isNull(redditUser.emptiedAt)));
  await runUpdates(db, [
    [deleted, empty],
    [fresh, refresh],
    [same, touch],
  ]);
}
