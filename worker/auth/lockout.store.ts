import { and, eq, gt, gte, inArray, isNull, max, or, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { loginFailure } from "#schema/db/login-failures.ts";
import {
  countersThatRefuse,
  countersToRaise,
  LOCKOUT_WINDOW_MS,
  parseStates,
  type Counter,
  type CounterStates,
  type LockoutCounters,
  type Trust,
} from "./lockout.rules.ts";

const { key, failures, windowEndsAt } = loginFailure;

/** SQL expression for statements that write: the end of the lockout, or null. */
export function lockedUntil(db: DrizzleD1Database, counters: readonly Counter[], now: number) {
  if (counters.length === 0) return sql<number | null>`null`;
  const isFull = counters.map(({ key: one, limit }) => and(eq(key, one), gte(failures, limit)));
  const lockout = db
    .select({ until: max(windowEndsAt) })
    .from(loginFailure)
    .where(and(or(...isFull), gt(windowEndsAt, new Date(now))));
  return sql<number | null>`${lockout}`;
}

/** SQL expression: the counters with an open window, as JSON. */
export function counterStates(
  db: DrizzleD1Database,
  counters: LockoutCounters | null,
  now: number,
) {
  if (counters === null) return sql<string>`'{}'`;
  const wanted = countersToRaise(counters, "device").map((counter) => counter.key);
  const found = db
    .select({ states: sql`json_group_object(${key}, json_array(${failures}, ${windowEndsAt}))` })
    .from(loginFailure)
    .where(and(inArray(key, wanted), gt(windowEndsAt, new Date(now))));
  return sql<string>`${found}`;
}

export async function readCounterStates(
  db: DrizzleD1Database,
  counters: LockoutCounters,
  now: number,
): Promise<CounterStates> {
  const [row] = await db
    .select({ states: counterStates(db, counters, now) })
    .from(sql`(select 1) as attempt`);
  return parseStates(row?.states ?? "{}");
}

/**
 * Counts a failure unless a lockout holds, so that a locked-out address cannot fill the counters that it shares with
 * other addresses. Returns false if a lockout holds.
 */
export async function countFailure(
  db: DrizzleD1Database,
  counters: LockoutCounters,
  trust: Trust,
  now: number,
): Promise<boolean> {
  const counted = JSON.stringify(countersToRaise(counters, trust).map((counter) => counter.key));
  const first = db
    .select({
      key: sql<string>`value`.as("key"),
      failures: sql<number>`1`.as("failures"),
      windowEndsAt: sql<Date>`${now + LOCKOUT_WINDOW_MS}`.as("window_ends_at"),
    })
    .from(sql`json_each(${counted})`)
    .where(isNull(lockedUntil(db, countersThatRefuse(counters, trust), now)));
  const isOver = sql`${windowEndsAt} <= ${now}`;
  const { meta } = await db
    .insert(loginFailure)
    .select(first)
    .onConflictDoUpdate({
      target: key,
      set: {
        failures: sql`case when ${isOver} then 1 else ${failures} + 1 end`,
        windowEndsAt: sql`case when ${isOver} then excluded.window_ends_at else ${windowEndsAt} end`,
      },
    });
  return meta.changes > 0;
}
