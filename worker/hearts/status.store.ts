import { liveAccount } from "#worker/auth/live-account.sql.ts";
import type { redditPost } from "#schema/db/reddit.ts";
import { ranksOf } from "#worker/targets/ranks.sql.ts";
import type { Target } from "#worker/targets/target.ts";

type StatusRow = Pick<typeof redditPost.$inferSelect, "heartCount"> & {
  /** The index of the target in the request. */
  place: number;
  voted: 0 | 1;
  /** Only for users, and only if the request wants ranks. */
  rank: number | null;
};

const USER_MATCHES = { id: "t.id", name: "t.reddit_username collate nocase" } as const;

const CALLER = liveAccount("?1", "?3");

/**
 * The targets are one JSON parameter, because a statement takes at most 100 parameters. VALUES with `->>` reads it: D1
 * counts rows of json_each as rows read, but not rows of VALUES (decision 021).
 */
const valuesAt = (places: number[]): string =>
  places.map((place) => `(${place}, ?2 ->> ${place})`).join(", ");

const RANK = `${ranksOf("users")} ->> t.id`;

const usersSql = (by: keyof typeof USER_MATCHES, places: number[], ranks: boolean): string =>
  `select w.column1 as place, t.heart_count as heartCount,
  exists (select 1 from user_heart h where h.unearth_user_id = ${CALLER} and h.reddit_user_id = t.id) as voted,
  ${ranks ? RANK : "null"} as rank
from (values ${valuesAt(places)}) w cross join reddit_user t on ${USER_MATCHES[by]} = w.column2`;

/**
 * An unverified heart counts for its own account, unless the account has also hearted the post normally: the unverified
 * row stays until its check is due.
 */
const postsSql = (places: number[]): string =>
  `select w.column1 as place,
  coalesce(t.heart_count, 0) + (u.reddit_post_id is not null and h.reddit_post_id is null) as heartCount,
  u.reddit_post_id is not null or h.reddit_post_id is not null as voted,
  null as rank
from (values ${valuesAt(places)}) w left join reddit_post t on t.id = w.column2
  left join post_heart h on h.unearth_user_id = ${CALLER} and h.reddit_post_id = t.id
  left join unverified_post u on u.unearth_user_id = ${CALLER} and u.reddit_post_id = w.column2
where t.id is not null or u.reddit_post_id is not null`;

/** One statement, session included. An unknown target has no row; without a live session `voted` is 0. */
export async function readStatuses(
  d1: D1Database,
  { sid, targets, ranks }: { sid: string | null; targets: readonly Target[]; ranks: boolean },
  now: number,
): Promise<StatusRow[]> {
  const placesOf = (wanted: Target["type"], wantedBy: Target["by"]) =>
    targets.flatMap(({ type, by }, place) => (type === wanted && by === wantedBy ? [place] : []));
  const [posts, byId, byName] = [
    placesOf("post", "id"),
    placesOf("user", "id"),
    placesOf("user", "name"),
  ];
  const selects = [
    ...(posts.length > 0 ? [postsSql(posts)] : []),
    ...(byId.length > 0 ? [usersSql("id", byId, ranks)] : []),
    ...(byName.length > 0 ? [usersSql("name", byName, ranks)] : []),
  ];
  const values = JSON.stringify(targets.map(({ value }) => value));
  const statement = d1.prepare(selects.join("\nunion all\n")).bind(sid, values, now);
  return (await statement.all<StatusRow>()).results;
}
