import { and, asc, eq, getTableColumns, isNull, lte, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { BOARD_SIZE, type BoardKind } from "#schema/api/leaderboard.ts";
import { cronRun } from "#schema/db/cron-runs.ts";
import { postHeart, userHeart } from "#schema/db/hearts.ts";
import { leaderboardCurrent, leaderboardSnapshot } from "#schema/db/leaderboard.ts";
import { redditPost, redditUser } from "#schema/db/reddit.ts";
import { removalState } from "#schema/db/removals.ts";
import { postIsShown, userIsShown } from "#worker/targets/shown.sql.ts";
import { inParts } from "#worker/database/d1-parts.ts";
import { excluded } from "#worker/database/excluded.ts";
import { POST_COLUMNS, USER_COLUMNS, type PostRow } from "#worker/targets/post-row.ts";
import type { StoredTarget } from "#worker/targets/targets.store.ts";
import { BOARD_PERIOD_MS, type StoredBoard } from "./board.rules.ts";

/** The partial index's own condition, without parameters: SQLite uses the index only then. */
const onBoard = (target: StoredTarget) =>
  and(sql`${target.heartCount} > ${target.youngHearts}`, isNull(target.emptiedAt));
/** Orders by hearts of accounts that are old enough; the shown count is of all hearts (decision 076). */
const bestFirst = (target: StoredTarget) =>
  [
    sql`${target.heartCount} - ${target.youngHearts} desc`,
    asc(target.firstHeartAt),
    asc(target.id),
  ] as const;

const REMOVAL_VERSION = sql<number>`(select ${removalState.version} from ${removalState})`;

/** For empty boards, which have no row to read it from. */
async function readRemovalVersion(db: DrizzleD1Database): Promise<number> {
  const [row] = await db.select({ version: removalState.version }).from(removalState);
  return row?.version ?? 0;
}

export async function readTop(db: DrizzleD1Database) {
  const users = db
    .select({ ...USER_COLUMNS, removalVersion: REMOVAL_VERSION })
    .from(redditUser)
    .where(and(onBoard(redditUser), userIsShown))
    .orderBy(...bestFirst(redditUser))
    .limit(BOARD_SIZE);
  // CROSS JOIN makes posts the outer loop, whose index gives order and limit.
  const posts = db
    .select({ ...POST_COLUMNS, removalVersion: REMOVAL_VERSION })
    .from(redditPost)
    .crossJoin(redditUser)
    .where(and(eq(redditUser.id, redditPost.redditUserId), onBoard(redditPost), postIsShown))
    .orderBy(...bestFirst(redditPost))
    .limit(BOARD_SIZE);
  const [topUsers, topPosts] = await db.batch([users, posts]);
  const removalVersion =
    (topUsers[0] ?? topPosts[0])?.removalVersion ?? (await readRemovalVersion(db));
  return { users: topUsers, posts: topPosts satisfies PostRow[], removalVersion };
}

export interface NewBoard extends StoredBoard {
  kind: BoardKind;
  /** Target ids, best first. */
  ids: string[];
}

const { kind: _key, ...POINTER } = getTableColumns(leaderboardCurrent);

/**
 * False if a run that read later has stored its board already. A board more than a period ahead is from a wrong clock
 * and is replaced.
 */
const isNotLater = sql`${leaderboardCurrent.generatedAt}
not between excluded.generated_at + 1 and excluded.generated_at + ${BOARD_PERIOD_MS}`;

/**
 * Writes entries, then pointers, in one transaction, so that no reader gets half a board; a trigger deletes entries
 * without a pointer. Idempotent. Returns false if later boards stay; the unused entries are deleted with the next
 * change of the pointers.
 */
export async function writeBoards(
  db: DrizzleD1Database,
  boards: readonly NewBoard[],
): Promise<boolean> {
  const parts = boards.flatMap(({ kind, version, lines }) =>
    inParts(lines).map((entries, part) => ({ kind, version, part, entries: entries.join("\n") })),
  );
  const pointers = boards.map(({ kind, version, generatedAt, removalVersion, ids }) => ({
    kind,
    version,
    removalVersion,
    total: ids.length,
    ranks: JSON.stringify(Object.fromEntries(ids.map((id, index) => [id, index + 1]))),
    generatedAt: new Date(generatedAt),
  }));
  const { kind, version, part, entries } = leaderboardSnapshot;
  const flip = db
    .insert(leaderboardCurrent)
    .values(pointers)
    .onConflictDoUpdate({
      target: leaderboardCurrent.kind,
      set: excluded(POINTER),
      setWhere: isNotLater,
    });
  if (parts.length === 0) return (await flip).meta.changes > 0;
  const insertParts = db
    .insert(leaderboardSnapshot)
    .values(parts)
    .onConflictDoUpdate({ target: [kind, version, part], set: excluded({ entries }) });
  const [, { meta }] = await db.batch([insertParts, flip]);
  return meta.changes > 0;
}

/** Returns null if no board was ever computed. */
export async function readBoard(
  db: DrizzleD1Database,
  kind: BoardKind,
): Promise<StoredBoard | null> {
  const current = leaderboardCurrent;
  const part = leaderboardSnapshot;
  const rows = await db
    .select({
      version: current.version,
      generatedAt: current.generatedAt,
      removalVersion: current.removalVersion,
      entries: part.entries,
    })
    .from(current)
    .leftJoin(part, and(eq(part.kind, current.kind), eq(part.version, current.version)))
    .where(eq(current.kind, kind))
    .orderBy(part.part);
  const [head] = rows;
  if (!head) return null;
  const lines = rows.flatMap(({ entries }) => entries?.split("\n") ?? []);
  const { version, generatedAt, removalVersion } = head;
  return { version, generatedAt: generatedAt.getTime(), removalVersion, lines };
}

/** Reasons for which a read recomputes the boards, with the shortest interval of each. */
const RENEWALS = { overdue: BOARD_PERIOD_MS, removals: 10_000 };
export type RenewalReason = keyof typeof RENEWALS;

/** True once per interval over all isolates. */
export async function claimRenewal(
  db: DrizzleD1Database,
  reason: RenewalReason,
  now: number,
): Promise<boolean> {
  const startedAt = new Date(now);
  // Not the cron's own row: a read must not make a stuck cron look healthy.
  const job = reason === "overdue" ? "leaderboard_on_read" : "leaderboard_on_removal";
  const { meta } = await db
    .insert(cronRun)
    .values({ job, startedAt })
    .onConflictDoUpdate({
      target: cronRun.job,
      set: { startedAt },
      setWhere: lte(cronRun.startedAt, new Date(now - RENEWALS[reason])),
    });
  return meta.changes > 0;
}

/** Lets at most `limit` hearts of each kind count, of accounts now old enough; returns the larger number of the two. */
export async function promoteHearts(
  db: DrizzleD1Database,
  now: number,
  limit: number,
): Promise<number> {
  const promotion = (heart: typeof userHeart | typeof postHeart, target: SQLiteColumn) => {
    const due = sql`select ${heart.unearthUserId}, ${target} from ${heart}
where ${heart.youngUntil} is not null and ${heart.youngUntil} <= ${now} limit ${limit}`;
    return db
      .update(heart)
      .set({ youngUntil: null })
      .where(sql`(${heart.unearthUserId}, ${target}) in (${due})`);
  };
  const results = await db.batch([
    promotion(userHeart, userHeart.redditUserId),
    promotion(postHeart, postHeart.redditPostId),
  ]);
  return Math.max(...results.map(({ meta }) => meta.changes));
}
