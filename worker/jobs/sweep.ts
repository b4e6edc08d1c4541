import type { Deps } from "#worker/deps.ts";
import { deleteExpired, type ExpiringRows } from "./sweep.store.ts";

/** Small enough that a statement does not delay requests. */
const ROWS_PER_STATEMENT = 1_000;

/**
 * The jobs of a cron share an invocation, which the platform limits to 1,000 statements: room for six sweeps, or for
 * four beside the deletion of accounts. A thousand IPv4 addresses (750 over IPv6) that try names at 10 a minute write
 * 150,000 lockouts between two runs, and one run can delete as many.
 */
const SWEEP_LIMITS = { statements: 150, ms: 20_000 };

interface SweepRun {
  deleted: number;
  /** Expired rows may be left for the next run. */
  isUnfinished: boolean;
}

/** Deletes until no expired row is left or the run reaches a limit. */
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
