import { POST_COLUMNS, type PostRow } from "#worker/targets/post-row.ts";
import { inParts, type Board, type BoardKind } from "./board.rules.ts";

export const BOARD_SIZE = 100;

/** `t` is one of the two targets; the partial index gives the rows in this very order. */
const onBoard = (t: string) =>
  `${t}.heart_count > 0 and ${t}.removed_at is null
order by ${t}.heart_count desc, ${t}.first_heart_at, ${t}.id limit ${BOARD_SIZE}`;

const TOP_USERS = `select u.id, u.reddit_username as username, u.display_name as displayName,
  u.avatar_url as avatarUrl, u.heart_count as heartCount
from reddit_user u where ${onBoard("u")}`;

const TOP_POSTS = `select ${POST_COLUMNS}
from reddit_post p cross join reddit_user u on u.id = p.reddit_user_id where ${onBoard("p")}`;

export interface UserRow {
  id: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  heartCount: number;
}

export async function readTop(d1: D1Database): Promise<{ users: UserRow[]; posts: PostRow[] }> {
  const [users, posts] = await d1.batch([d1.prepare(TOP_USERS), d1.prepare(TOP_POSTS)]);
  return {
    users: (users?.results ?? []) as UserRow[],
    posts: (posts?.results ?? []) as PostRow[],
  };
}

export interface NewBoard extends Board {
  kind: BoardKind;
  /** Target ids, best first. */
  ids: string[];
}

/**
 * Entries first, pointers last, in one transaction: no reader sees half a board. What the pointers
 * leave behind is removed by a trigger. Written twice, it ends the same.
 */
export async function writeBoards(d1: D1Database, boards: readonly NewBoard[]): Promise<void> {
  const parts = boards.flatMap(({ kind, version, lines }) =>
    inParts(lines).map((entries, part) => [kind, version, part, entries]),
  );
  const pointers = boards.map(({ kind, version, generatedAt, ids }) => {
    const ranks = Object.fromEntries(ids.map((id, index) => [id, index + 1]));
    return [kind, version, ids.length, JSON.stringify(ranks), generatedAt];
  });
  const rows = (values: unknown[][]) =>
    values.map((row) => `(${row.map(() => "?").join(", ")})`).join(", ");
  const entries = d1
    .prepare(
      `insert into leaderboard_snapshot (kind, version, part, entries) values ${rows(parts)}
on conflict do update set entries = excluded.entries`,
    )
    .bind(...parts.flat());
  const flip = d1
    .prepare(
      `insert into leaderboard_current (kind, version, total, ranks, generated_at) values ${rows(pointers)}
on conflict do update set version = excluded.version, total = excluded.total,
  ranks = excluded.ranks, generated_at = excluded.generated_at`,
    )
    .bind(...pointers.flat());
  await d1.batch(parts.length > 0 ? [entries, flip] : [flip]);
}

/** null: none was ever computed. */
export async function readBoard(d1: D1Database, kind: BoardKind): Promise<Board | null> {
  const { results } = await d1
    .prepare(
      `select c.version, c.generated_at as generatedAt, s.entries
from leaderboard_current c left join leaderboard_snapshot s on s.kind = c.kind and s.version = c.version
where c.kind = ? order by s.part`,
    )
    .bind(kind)
    .all<{ version: number; generatedAt: number; entries: string | null }>();
  const [head] = results;
  if (!head) return null;
  const lines = results.flatMap(({ entries }) => entries?.split("\n") ?? []);
  return { version: head.version, generatedAt: head.generatedAt, lines };
}
