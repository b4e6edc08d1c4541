import { liveAccount } from "#worker/auth/live-account.rules.ts";
import type { Target } from "./hearts.rules.ts";

export interface StatusRow {
  /** The place of the target in what was asked. */
  place: number;
  heartCount: number;
  voted: 0 | 1;
}

const ARMS = [
  { type: "post", by: "id", table: "reddit_post", match: "t.id", heart: "post_heart" },
  { type: "user", by: "id", table: "reddit_user", match: "t.id", heart: "user_heart" },
  {
    type: "user",
    by: "name",
    table: "reddit_user",
    match: "t.reddit_username collate nocase",
    heart: "user_heart",
  },
] as const;

type Arm = (typeof ARMS)[number];

const CALLER = liveAccount("?1", "?3");

/**
 * The targets come as one JSON parameter taken apart by `->>` in a VALUES list: a row of json_each
 * counts as a row read, a row of VALUES does not, and a statement takes 100 parameters at most.
 */
function armSql({ type, table, match, heart }: Arm, places: number[]): string {
  const wanted = places.map((place) => `(${place}, ?2 ->> ${place})`).join(", ");
  return `select w.column1 as place, t.heart_count as heartCount,
  exists (select 1 from ${heart} h where h.unearth_user_id = ${CALLER} and h.reddit_${type}_id = t.id) as voted
from (values ${wanted}) w cross join ${table} t on ${match} = w.column2`;
}

/**
 * One statement whatever is asked, the caller's session included; a target that is not stored has no
 * row, and without a live session nothing is voted.
 */
export async function readStatuses(
  d1: D1Database,
  sid: string | null,
  targets: readonly Target[],
  now: number,
): Promise<StatusRow[]> {
  const arms = ARMS.map((arm) => {
    const places = targets.flatMap((target, place) =>
      target.type === arm.type && target.by === arm.by ? [place] : [],
    );
    return places.length > 0 ? [armSql(arm, places)] : [];
  });
  const values = JSON.stringify(targets.map(({ value }) => value));
  const statement = d1.prepare(arms.flat().join("\nunion all\n")).bind(sid, values, now);
  return (await statement.all<StatusRow>()).results;
}
