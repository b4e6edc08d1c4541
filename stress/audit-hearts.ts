import { withLocalDatabase } from "#tools/server/local-database.ts";
import type { Account } from "./accounts.ts";

interface Heart {
  username: string;
  key: string;
}

const HEARTS = `
  select username, 'users/' || reddit_username as key from user_heart
    join app_user on app_user.id = unearth_user_id join reddit_user on reddit_user.id = reddit_user_id
  union all
  select username, 'posts/' || reddit_post_id from post_heart
    join app_user on app_user.id = unearth_user_id`;

const WRONG_COUNTS = `
  select 'users/' || id as key, heart_count as count,
    (select count(*) from user_heart where reddit_user_id = reddit_user.id) as hearts
    from reddit_user where count <> hearts or count < 0
  union all
  select 'posts/' || id, heart_count as count,
    (select count(*) from post_heart where reddit_post_id = reddit_post.id) as hearts
    from reddit_post where count <> hearts or count < 0`;

export interface Audit {
  hearts: number;
  /** Targets whose count is not the number of their rows. */
  wrongCounts: string[];
  /** Hearts that differ from the acknowledged ones. */
  wrongHearts: string[];
}

/** Compares counts with rows, and rows with acknowledged hearts. No Worker may be running on the database. */
export function auditHearts(state: string, accounts: Account[]): Audit {
  const [rows, wrong] = withLocalDatabase(state, (database) => [
    database.prepare(HEARTS).all() as unknown as Heart[],
    database.prepare(WRONG_COUNTS).all() as { key: string }[],
  ]);
  const has = new Set(rows.map(({ username, key }) => `${username} ${key.toLowerCase()}`));
  const wrongHearts = accounts.flatMap((account) =>
    [...account.hearted].flatMap(([key, hearted]) => {
      const isThere = has.has(`${account.name} ${key.toLowerCase()}`);
      return account.unacknowledged.has(key) || isThere === hearted
        ? []
        : [`${account.name} ${key}`];
    }),
  );
  return { hearts: rows.length, wrongCounts: wrong.map(({ key }) => key), wrongHearts };
}
