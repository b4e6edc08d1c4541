import { runJobs, withServer } from "./cron.ts";
import { hashPassword } from "./hash-password.ts";
import { openLocalDatabase } from "./local-database.ts";
import { ensureMigrated, stateFolder } from "./migrations.ts";
import { fetchCreators, type SeedCreator } from "./seed-creators.ts";
import { emptyHearts, isUnused, withoutTriggers } from "./seed-database.ts";
import { DEMO, fillDatabase } from "./seed-fill.ts";
import { readSize, type SeedSize } from "./seed-plan.ts";
import { seedTargets } from "./seed-targets.ts";

interface SeedOptions {
  size: SeedSize;
  creators: readonly SeedCreator[];
  state?: string;
  /** Leaves a database that was ever used as it is. */
  onlyUnused?: boolean;
}

/** Fills the local database; null where it was left as it is. */
export async function seedDatabase({
  size,
  creators,
  state = stateFolder,
  onlyUnused = false,
}: SeedOptions): Promise<string | null> {
  const passwordHash = await hashPassword(DEMO.password);
  const begun = performance.now();
  const now = Date.now();
  const targets = seedTargets(size, creators, Math.floor(now / 1000));
  const database = openLocalDatabase(state);
  let accounts = 0;
  try {
    withoutTriggers(database, () => {
      if (onlyUnused && !isUnused(database)) return;
      emptyHearts(database);
      accounts = fillDatabase(database, targets, { hearts: size.hearts, passwordHash, now });
    });
    database.exec("pragma optimize");
  } finally {
    database.close();
  }
  if (accounts === 0) return null;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const { users, posts } = targets;
  return `${users.length} users, ${posts.length} posts, ${size.hearts} hearts by ${accounts} accounts in ${seconds} s`;
}

async function main(): Promise<void> {
  const size = readSize(process.argv.slice(2));
  await ensureMigrated();
  await withServer(async (baseUrl) => {
    console.log(await seedDatabase({ size, creators: await fetchCreators(baseUrl) }));
    await runJobs(baseUrl, ["leaderboard"]);
  });
  console.log(`The boards are computed. Sign in as ${DEMO.username} / ${DEMO.password}`);
}

if (import.meta.main)
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
