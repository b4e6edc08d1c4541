import type { DatabaseSync } from "node:sqlite";
import { DAY_MS } from "#schema/time.ts";
import { accountsFor, planHearts, type SeedSize } from "./plan.ts";
import type { SeedPost, SeedTargets } from "./targets.ts";

/** Its id is a UUID like that of every account: the API shows it. */
export const DEMO = {
  id: "5eed0000-0000-4000-8000-000000000000",
  username: "demo",
  password: "unearth-demo",
};
/** A condition on app_user. The demo account of older seeds has an id like the others. */
export const IS_SEEDED = `(id = '${DEMO.id}' or id like 'seed-%')`;

const USER_HEARTS_SPAN_MS = 390 * DAY_MS;
/** Exempts made-up targets from the re-check, which would empty them as deleted. */
const NEVER_DUE = Date.UTC(2100, 0, 1);
/** Hearts fall into this first part of a target's lifetime, so that none is in the future. */
const HEART_WINDOW = 0.3;
/** With more, several first places would have the same count, a heart of every account. */
const MOST_FILLED = 0.35;

/** Others than the demo account have short ids, because up to a million hearts repeat them. */
const accountId = (index: number) =>
  index === 0 ? DEMO.id : `seed-${String(index).padStart(7, "0")}`;

/** In small letters. */
export const seedNames = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? DEMO.username : `visitor_${index}`));

function fillAccounts(database: DatabaseSync, count: number, passwordHash: string): void {
  const insert = database.prepare(
    "insert into app_user (id, username, password, display_name) values (?, ?, ?, ?)",
  );
  for (const [index, username] of seedNames(count).entries())
    insert.run(accountId(index), username, passwordHash, index === 0 ? "Demo" : null);
}

interface HeartedTarget {
  id: string;
  /** The earliest time of a heart, in epoch milliseconds. */
  since: number;
}

interface Hearted {
  count: number;
  /** Epoch milliseconds; null without a heart. */
  firstAt: number | null;
}

/** Writes `total` hearts of one kind, most for the first target. */
function fillHearts(
  database: DatabaseSync,
  kind: "user" | "post",
  targets: readonly HeartedTarget[],
  { total, accounts, now }: { total: number; accounts: number; now: number },
): Hearted[] {
  const insert = database.prepare(
    `insert into ${kind}_heart (unearth_user_id, reddit_${kind}_id, created_at, saved_total) values (?, ?, ?, ?)`,
  );
  const { counts, firstAccounts } = planHearts(targets.length, total, accounts);
  const totals = new Uint32Array(accounts);
  const last = new Float64Array(accounts);
  const hearted = counts.map((count): Hearted => ({ count, firstAt: null }));
  // An account's times have to be distinct and rise with its totals, so the oldest target comes first.
  const oldestFirst = targets
    .map(({ id, since }, index) => ({ id, since, index }))
    .toSorted((a, b) => a.since - b.since);
  for (const { id, since, index } of oldestFirst) {
    const target = hearted[index];
    if (!target) continue;
    for (let heart = 0; heart < target.count; heart += 1) {
      const account = ((firstAccounts[index] ?? 0) + heart) % accounts;
      const part = (((account + 1) * 7_919 + index * 104_729) % 1_000) / 1_000;
      const wanted = Math.floor(since + (now - since) * HEART_WINDOW * part);
      const at = Math.max(wanted, (last[account] ?? 0) + 1);
      const saved = (totals[account] ?? 0) + 1;
      totals[account] = saved;
      last[account] = at;
      target.firstAt = Math.min(target.firstAt ?? at, at);
      insert.run(accountId(account), id, at, saved);
    }
  }
  return hearted;
}

function insertUsers(
  database: DatabaseSync,
  users: SeedTargets["users"],
  hearted: readonly Hearted[],
  now: number,
): void {
  const insert = database.prepare(
    `insert into reddit_user (id, reddit_username, display_name, avatar_url, heart_count, first_heart_at, checked_at)
values (?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const [index, { id, username, displayName, avatarUrl, isKnown }] of users.entries()) {
    const { count = 0, firstAt = null } = hearted[index] ?? {};
    insert.run(id, username, displayName, avatarUrl, count, firstAt, isKnown ? now : NEVER_DUE);
  }
}

/** SQLite has no booleans, lists or objects. */
const sqlValue = (value: unknown) => {
  if (typeof value === "boolean") return Number(value);
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
};

const POST_COLUMNS: Record<string, keyof SeedPost> = {
  id: "id",
  reddit_user_id: "ownerId",
  title: "title",
  subreddit: "subreddit",
  score: "score",
  num_comments: "numComments",
  awards_count: "awardsCount",
  created: "created",
  url: "url",
  thumbnail_url: "thumbnailUrl",
  media_type: "mediaType",
  is_nsfw: "isNsfw",
  subreddit_is_nsfw: "subredditIsNsfw",
  is_spoiler: "isSpoiler",
  permalink: "permalink",
  gallery_images: "galleryImages",
  media: "media",
  thumbnails: "thumbnails",
  origins: "origins",
};

function insertPosts(
  database: DatabaseSync,
  posts: readonly SeedPost[],
  hearted: readonly Hearted[],
  now: number,
): void {
  const columns = Object.keys(POST_COLUMNS);
  const fields = Object.values(POST_COLUMNS);
  const insert = database.prepare(
    `insert into reddit_post (${columns.join(", ")}, heart_count, first_heart_at, checked_at)
values (${columns.map(() => "?").join(", ")}, ?, ?, ?)`,
  );
  for (const [index, post] of posts.entries()) {
    const { count = 0, firstAt = null } = hearted[index] ?? {};
    const values = fields.map((field) => sqlValue(post[field]) as string | number | null);
    insert.run(...values, count, firstAt, post.isKnown ? now : NEVER_DUE);
  }
}

/** Two fifths of the hearts go to users; more if the posts have no room for the rest. */
function heartsOfUsers({ users, posts, hearts }: SeedSize, accounts: number): number {
  const wanted = Math.min(Math.round(hearts * 0.4), Math.floor(users * accounts * MOST_FILLED));
  return Math.min(Math.max(wanted, hearts - posts * accounts), users * accounts);
}

/** Writes accounts, targets and their hearts; returns the number of accounts. */
export function fillDatabase(
  database: DatabaseSync,
  { users, posts }: SeedTargets,
  { hearts, passwordHash, now }: { hearts: number; passwordHash: string; now: number },
): number {
  const accounts = accountsFor(hearts);
  const forUsers = heartsOfUsers({ users: users.length, posts: posts.length, hearts }, accounts);
  fillAccounts(database, accounts, passwordHash);
  const step = USER_HEARTS_SPAN_MS / (users.length + 1);
  const known = users.map(({ id }, index) => ({ id, since: now - step * (users.length - index) }));
  const userHearts = fillHearts(database, "user", known, { total: forUsers, accounts, now });
  insertUsers(database, users, userHearts, now);
  const dated = posts.map(({ id, created }) => ({ id, since: created * 1000 }));
  const total = hearts - forUsers;
  const postHearts = fillHearts(database, "post", dated, { total, accounts, now });
  insertPosts(database, posts, postHearts, now);
  return accounts;
}
