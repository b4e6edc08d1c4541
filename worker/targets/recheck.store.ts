import { and, asc, count, eq, gt, inArray, isNull, lte, sql, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { leaderboardCurrent } from "#schema/db/leaderboard.ts";
import { redditPost, redditUser } from "#schema/db/reddit.ts";
import { asciiJson } from "#worker/lib/ascii-json.ts";
import { inParts, MAX_PART_CHARACTERS } from "#worker/database/d1-parts.ts";
import {
  BOARD_DUE_AFTER_MS,
  DUE_AFTER_MS,
  MAX_CALLS_PER_RUN,
  MAX_POSTS_PER_RUN,
  type Queue,
} from "./recheck.rules.ts";
import { NEVER, POST_FACTS, type PostFacts, type UserFacts } from "./targets.store.ts";

type Target = typeof redditUser | typeof redditPost;

/** A time in the future is never due, which exempts seeded targets. */
export const isDue = (target: Target, time: number) =>
  and(isNull(target.emptiedAt), lte(target.checkedAt, new Date(time)));

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
const boardIsDue = (target: Target, kind: "users" | "posts", time: number) =>
  and(
    sql`${target.id} in (select entry.key from ${leaderboardCurrent}, json_each(${leaderboardCurrent.ranks}) as entry
      where ${leaderboardCurrent.kind} = ${kind})`,
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

/** The oldest check; null without targets. Reads one row of each index. */
export async function readOldestCheck(db: DrizzleD1Database, now: number): Promise<number | null> {
  const oldest = (target: Target) =>
    db
      .select({ at: target.checkedAt })
      .from(target)
      .where(and(isDue(target, now), gt(target.checkedAt, NEVER)))
      .orderBy(asc(target.checkedAt))
      .limit(1);
  const [users, posts] = await db.batch([oldest(redditUser), oldest(redditPost)]);
  const times = [...users, ...posts].map(({ at }) => at.getTime());
  return times.length > 0 ? Math.min(...times) : null;
}

/** Expensive: reads every entry of two indexes. */
export async function countTargets(db: DrizzleD1Database) {
  const [[users], [posts]] = await db.batch([
    db.select({ count: count() }).from(redditUser).where(isNull(redditUser.emptiedAt)),
    db.select({ count: count() }).from(redditPost).where(isNull(redditPost.emptiedAt)),
  ]);
  return { users: users?.count ?? 0, posts: posts?.count ?? 0 };
}

/*
 * A list is one JSON parameter, because a statement takes at most 100 parameters, and one statement for all rows costs
 * less than one per row.
 */
export const valuesOf = (list: readonly string[]) =>
  sql`(select value from json_each(${JSON.stringify(list)}))`;
const objectsIn = (json: string) => sql`json_each(${json}) as found`;
export const objectsOf = (list: readonly object[]) => objectsIn(JSON.stringify(list));
export const property = (name: string): SQL => sql`found.value ->> ${name}`;
export const isNamed = (names: SQL) => sql`${redditUser.redditUsername} collate nocase in ${names}`;

type Update = [rows: readonly unknown[], query: BatchItem<"sqlite">];

/** One batch; leaves out updates without rows. */
export async function runUpdates(db: DrizzleD1Database, updates: Update[]): Promise<void> {
  const queries = updates.flatMap(([rows, query]) => (rows.length > 0 ? [query] : []));
  const [first, ...others] = queries;
  if (first) await db.batch([first, ...others]);
}

export interface CheckedPosts {
  fresh: PostFacts[];
  deleted: string[];
  /** Ids without new facts. */
  same: string[];
}

/** An emptied post keeps only its id, so that its hearts can be taken back. */
export const EMPTY_POST = {
  title: "",
  subreddit: "",
  url: "",
  thumbnailUrl: null,
  permalink: "",
  galleryImages: [],
  media: null,
  thumbnails: [],
  score: 0,
  numComments: 0,
  awardsCount: 0,
  origins: null,
};

const FRESH_POST = Object.fromEntries(
  Object.keys(POST_FACTS).map((name) => [name, property(name)]),
) as { [Name in keyof typeof POST_FACTS]: SQL };

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

export async function recordCheckedPosts(
  db: DrizzleD1Database,
  { fresh, deleted, same }: CheckedPosts,
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
      .set({ ...FRESH_POST, ...checked })
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
  ]);
}

export interface CheckedUsers {
  fresh: UserFacts[];
  /** Names, in the spelling of the request. */
  deleted: string[];
  same: string[];
}

/** An emptied user keeps id and name, because hearts are taken back by name. */
export const EMPTY_USER = { displayName: null, description: null, avatarUrl: null };
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
    .where(
      and(
        sql`${redditUser.redditUsername} = ${property("username")} collate nocase`,
        isNull(redditUser.emptiedAt),
      ),
    );
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
