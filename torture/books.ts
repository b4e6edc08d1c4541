import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "#scripts/files.ts";
import type { Voter } from "./voters.ts";

const FOLDER = "v3/d1/miniflare-D1DatabaseObject";

export function openDatabase(state: string): DatabaseSync {
  const folder = join(root, state, FOLDER);
  const files = readdirSync(folder).filter(
    (name) => name.endsWith(".sqlite") && name !== "metadata.sqlite",
  );
  const [file] = files;
  if (!file || files.length > 1) throw new Error(`${files.length} databases in ${folder}`);
  return new DatabaseSync(join(folder, file), { readOnly: false });
}

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
  /** Acknowledged presses that the rows do not show, or rows nobody was told of. */
  wrongHearts: string[];
}

/** The database against itself and against what the voters were told. Nothing may be running on it. */
export function audit(state: string, voters: Voter[]): Audit {
  const database = openDatabase(state);
  try {
    const rows = database.prepare(HEARTS).all() as unknown as Heart[];
    const has = new Set(rows.map(({ username, key }) => `${username} ${key.toLowerCase()}`));
    const wrong = database.prepare(WRONG_COUNTS).all() as { key: string }[];
    const wrongHearts = voters.flatMap((voter) =>
      [...voter.voted].flatMap(([key, voted]) => {
        const isThere = has.has(`${voter.name} ${key.toLowerCase()}`);
        return voter.unsure.has(key) || isThere === voted ? [] : [`${voter.name} ${key}`];
      }),
    );
    return { hearts: rows.length, wrongCounts: wrong.map(({ key }) => key), wrongHearts };
  } finally {
    database.close();
  }
}
