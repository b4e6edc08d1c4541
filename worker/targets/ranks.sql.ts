import { type SQL, sql } from "drizzle-orm";
import type { BoardKind } from "#schema/api/leaderboard.ts";

/**
 * The current board's ranks by target id, as text for the statements of other stores (decision 021). Null for a damaged
 * value, for which `->>` and json_each() throw: searches and the re-check must not wait for the next board.
 */
export const ranksOf = (kind: BoardKind): string =>
  `(select case when json_valid(ranks) then ranks end from leaderboard_current where kind = '${kind}')`;

/** For drizzle's queries. */
export const currentRanks = (kind: BoardKind): SQL => sql.raw(ranksOf(kind));
