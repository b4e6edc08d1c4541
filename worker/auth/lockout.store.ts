import { sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { loginFailure } from "#schema/db/guards.ts";
import type { Perishable } from "#worker/cron/sweep.store.ts";
import {
  FAILURES_EVERYWHERE,
  FAILURES_HERE,
  LOCKOUT_WINDOW_MS,
  type LockoutKeys,
} from "./lockout.rules.ts";

/** SQL for the end of the lockout that holds, or null: read before hashing, asked again on writing. */
export function lockedUntil(keys: LockoutKeys | null, now: number) {
  if (keys === null) return sql<number | null>`null`;
  return sql<number | null>`(
    select max(window_ends_at) from login_failure
    where key in (${keys.here}, ${keys.everywhere}) and window_ends_at > ${now}
      and failures >= case key when ${keys.here} then ${FAILURES_HERE} else ${FAILURES_EVERYWHERE} end
  )`;
}

/**
 * Counts one failure in both counters, unless a lockout holds: whoever is locked out here cannot go
 * on to fill the counter for everywhere. False when it did hold.
 */
export async function countFailure(
  db: DrizzleD1Database,
  keys: LockoutKeys,
  now: number,
): Promise<boolean> {
  const both = JSON.stringify([keys.here, keys.everywhere]);
  const { meta } = await db.run(sql`
    insert into login_failure (key, failures, window_ends_at)
    select value, 1, ${now + LOCKOUT_WINDOW_MS} from json_each(${both})
    where ${lockedUntil(keys, now)} is null
    on conflict (key) do update set
      failures = case when window_ends_at <= ${now} then 1 else failures + 1 end,
      window_ends_at = case when window_ends_at <= ${now} then excluded.window_ends_at
        else window_ends_at end
  `);
  return meta.changes > 0;
}

export const FAILURE_WINDOWS: Perishable = {
  key: loginFailure.key,
  end: loginFailure.windowEndsAt,
};
