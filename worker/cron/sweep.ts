import type { Job } from "./job.ts";
import { deletePast, type Perishable } from "./sweep.store.ts";

const PORTION = 500;
const MOST_PORTIONS = 20;

/** A job that removes what has expired, in portions small enough to share the database with visitors. */
export function sweep(name: string, rows: Perishable): Job {
  return {
    name,
    async run({ db, clock }) {
      const now = new Date(clock.now());
      for (let portion = 0; portion < MOST_PORTIONS; portion += 1) {
        const deleted = await deletePast(db, rows, now, PORTION);
        if (deleted < PORTION) return;
      }
    },
  };
}
