import type { DatabaseSync } from "node:sqlite";
import { hash as hashPassword } from "@node-rs/argon2";
import { runJobs } from "./cron.ts";
import { ensureMigrated, stateFolder } from "./migrations.ts";
import { openLocalDatabase, withoutTriggers } from "./seed-database.ts";
import { accountsFor, planHearts, readSize, type HeartPlan, type SeedSize } from "./seed-plan.ts";
import { seedPost, seedUser } from "./seed-targets.ts";

const LOGIN = { username: "demo", password: "unearth-demo" };
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const DAY_MS = 86_400_000;
const HEARTS_SPAN_MS = 390 * DAY_MS;
/** Made-up targets are never due for a re-check: the source does not know them. */
const NEVER_DUE = Date.UTC(2100, 0, 1);

const accountId = (index: number) => `seed-${String(index).padStart(7, "0")}`;

function empty(database: DatabaseSync): void {
  for (const table of [
    "user_heart",
    "post_heart",
    "reddit_user_badges",
    "reddit_post",
    "reddit_user",
    "leaderboard_current",
    "leaderboard_snapshot",
  ])
    database.exec(`delete from ${table}`);
  database.exec("delete from app_user where id like 'seed-%'");
}

function fillAccounts(database: DatabaseSync, count: number, password: string): void {
  const insert = database.prepare(
    "insert into app_user (id, username, password, display_name) values (?, ?, ?, ?)",
  );
  for (let index = 0; index < count; index += 1) {
    const username = index === 0 ? LOGIN.username : `visitor_${index}`;
    insert.run(accountId(index), username, password, index === 0 ? "Demo" : null);
  }
}

/** The hearts of one kind; when each target got its first. */
function fillHearts(
  database: DatabaseSync,
  kind: "user" | "post",
  ids: readonly string[],
  { counts, firstAccounts }: HeartPlan,
  accounts: number,
): number[] {
  const insert = database.prepare(
    `insert into ${kind}_heart (unearth_user_id, reddit_${kind}_id, created_at, saved_total) values (?, ?, ?, ?)`,
  );
  const begin = Date.now() - HEARTS_SPAN_MS;
  const stepMs = Math.floor(HEARTS_SPAN_MS / (ids.length + 1));
  const totals = new Uint32Array(accounts);
  return ids.map((id, index) => {
    let earliest = Number.MAX_SAFE_INTEGER;
    for (let heart = 0; heart < (counts[index] ?? 0); heart += 1) {
      const account = ((firstAccounts[index] ?? 0) + heart) % accounts;
      const total = (totals[account] ?? 0) + 1;
      totals[account] = total;
      // A step a heart keeps an account's times distinct and in order; the rest scatters accounts.
      const at = begin + total * stepMs + ((account * 7_919) % stepMs);
      earliest = Math.min(earliest, at);
      insert.run(accountId(account), id, at, total);
    }
    return earliest;
  });
}

const nullIfNone = (count: number, first: number) => (count > 0 ? first : null);

function fillUsers(database: DatabaseSync, size: SeedSize, hearts: number, accounts: number) {
  const users = Array.from({ length: size.users }, (_, index) => seedUser(index));
  const plan = planHearts(users.length, hearts, accounts);
  const ids = users.map(({ id }) => id);
  const first = fillHearts(database, "user", ids, plan, accounts);
  const insert = database.prepare(
    "insert into reddit_user (id, reddit_username, display_name, heart_count, first_heart_at, checked_at) values (?, ?, ?, ?, ?, ?)",
  );
  for (const [index, { id, username, displayName, isKnown }] of users.entries()) {
    const count = plan.counts[index] ?? 0;
    const since = nullIfNone(count, first[index] ?? 0);
    insert.run(id, username, displayName, count, since, isKnown ? 0 : NEVER_DUE);
  }
  return users;
}

function fillPosts(
  database: DatabaseSync,
  owners: ReturnType<typeof fillUsers>,
  { posts: amount }: SeedSize,
  hearts: number,
  accounts: number,
): void {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const posts = Array.from({ length: amount }, (_, index) => {
    // The square leans towards the first: popular creators post more.
    const lean = ((index * 0.6180339887) % 1) ** 2;
    const owner = owners[Math.floor(lean * owners.length)] ?? seedUser(0);
    return seedPost(index, owner, nowSeconds);
  });
  const plan = planHearts(posts.length, hearts, accounts);
  const ids = posts.map(({ id }) => id);
  const first = fillHearts(database, "post", ids, plan, accounts);
  const insert = database.prepare(
    `insert into reddit_post (id, reddit_user_id, title, subreddit, score, num_comments, created, url,
  thumbnail_url, permalink, media, thumbnails, media_type, gallery_images, heart_count, first_heart_at, checked_at)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'image', '[]', ?, ?, ?)`,
  );
  for (const [index, post] of posts.entries()) {
    const count = plan.counts[index] ?? 0;
    const since = nullIfNone(count, first[index] ?? 0);
    insert.run(...Object.values(post), count, since, NEVER_DUE);
  }
}

async function seed(size: SeedSize): Promise<void> {
  await ensureMigrated();
  const password = await hashPassword(LOGIN.password, COST);
  const begun = performance.now();
  const database = openLocalDatabase(stateFolder);
  const accounts = accountsFor(size.hearts);
  const wanted = Math.max(Math.round(size.hearts * 0.4), size.hearts - size.posts * accounts);
  const heartsOfUsers = Math.min(wanted, size.users * accounts);
  withoutTriggers(database, () => {
    empty(database);
    fillAccounts(database, accounts, password);
    const users = fillUsers(database, size, heartsOfUsers, accounts);
    fillPosts(database, users, size, size.hearts - heartsOfUsers, accounts);
  });
  database.exec("pragma optimize; pragma wal_checkpoint(truncate)");
  database.close();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `${size.users} users, ${size.posts} posts, ${size.hearts} hearts by ${accounts} accounts in ${seconds} s`,
  );
}

try {
  await seed(readSize(process.argv.slice(2)));
  // The sample's creators get their pictures from the re-check, the boards show what is there then.
  await runJobs(["recheck", "leaderboard"]);
  console.log(`The boards are computed. Sign in as ${LOGIN.username} / ${LOGIN.password}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
