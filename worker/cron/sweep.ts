import type { DrizzleD1Database } from "drizzle-orm/d1";
import type { Job } from "./job.ts";

/** Deletes at most `limit` rows that are past `now` and says how many there were. */
type DeletePast = (db: DrizzleD1Database, now: Date, limit: number) => Promise<number>;

const PORTION = 500;
const MOST_PORTIONS = 20;

/** A job that removes what has expired, in portions small enough to share the database with visitors. */
export function sweep(name: string, deletePast: DeletePast): Job {
  return {
    name,
    async run({ db, clock }) {
      const now = new Date(clock.now());
      for (let portion = 0; portion < MOST_PORTIONS; portion += 1) {
        const deleted = await deletePast(db, now, PORTION);
        if (deleted < PORTION) return;
      }
    },
  };
}
