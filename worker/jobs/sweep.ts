import type { Deps } from "#worker/deps.ts";
import { deleteExpired, type ExpiringRows } from "./sweep.store.ts";

const ROWS_PER_STATEMENT = 500;
const MAX_STATEMENTS = 20;

/** Deletes expired rows, few per statement so that requests are not held up. */
export async function sweepExpired({ db, clock }: Deps, rows: ExpiringRows): Promise<void> {
  const now = new Date(clock.now());
  for (let count = 0; count < MAX_STATEMENTS; count += 1) {
    const deleted = await deleteExpired(db, rows, now, ROWS_PER_STATEMENT);
    if (deleted < ROWS_PER_STATEMENT) return;
  }
}
