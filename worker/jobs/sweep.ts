import type { Deps } from "#worker/deps.ts";
import { deleteExpired, type ExpiringRows } from "./sweep.store.ts";

/** Few enough that a statement does not hold up requests. */
const ROWS_PER_STATEMENT = 1_000;

/**
 * Four sweeps share an invocation with other jobs, and the platform allows it 1,000 statements. A thousand addresses
 * that try names at 10 a minute leave 150,000 lockouts between two runs: one run deletes as many.
 */
const SWEEP_LIMITS = { statements: 150, ms: 20_000 };

interface SweepRun {
  deleted: number;
  /** Whether rows may be left for the next run. */
  isUnfinished: boolean;
}

/** Deletes expired rows until none is left or the run has done its share. */
export async function sweepExpired(
  { db, clock }: Pick<Deps, "db" | "clock">,
  rows: ExpiringRows,
  limits = SWEEP_LIMITS,
): Promise<SweepRun> {
  const startedAt = clock.now();
  let deleted = 0;
  for (let count = 0; count < limits.statements; count += 1) {
    const found = await deleteExpired(db, rows, new Date(startedAt), ROWS_PER_STATEMENT);
    deleted += found;
    if (found < ROWS_PER_STATEMENT) return { deleted, isUnfinished: false };
    if (clock.now() - startedAt >= limits.ms) break;
  }
  return { deleted, isUnfinished: true };
}
