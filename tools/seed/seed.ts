import type { DatabaseSync } from "node:sqlite";
import { BOARDS, runJobs, withServer } from "#tools/server/cron.ts";
import { endWithNpm } from "#tools/end-with-parent.mjs";
import { hashPassword } from "#tools/hash-password.ts";
import { withLocalDatabase } from "#tools/server/local-database.ts";
import { ensureMigrated, stateFolder } from "#tools/migrations.ts";
import { fetchCreators, type SeedCreator } from "./creators.ts";
import { emptyHearts, isUnused, takenNames, withoutTriggers } from "./database.ts";
import { DEMO, fillDatabase } from "./fill.ts";
import { accountsFor, readSize, type SeedSize } from "./plan.ts";
import { seedTargets } from "./targets.ts";
import { Refused, runMain } from "#tools/refused.ts";

interface SeedOptions {
  size: SeedSize;
  creators: readonly SeedCreator[];
  state?: string;
  /** Does nothing if the database has an account or a target. */
  onlyUnused?: boolean;
}

/** The names are unique, so the seed would end half-way with SQLite's error. */
function refuseTakenNames(database: DatabaseSync, { hearts }: SeedSize): void {
  const taken = takenNames(database, accountsFor(hearts));
  if (taken.length === 0) return;
  throw new Refused(
    `The seed needs the names of existing accounts (${taken.slice(0, 3).join(", ")}): delete these on their /account pages, or fill another database with UNEARTH_STATE=.wrangler/seeded npm run seed, which UNEARTH_STATE=.wrangler/seeded npm start shows.`,
  );
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
  let accounts = 0;
  withLocalDatabase(state, (database) => {
    withoutTriggers(database, () => {
      if (onlyUnused && !isUnused(database)) return;
      refuseTakenNames(database, size);
      emptyHearts(database);
      accounts = fillDatabase(database, targets, { hearts: size.hearts, passwordHash, now });
    });
    database.exec("pragma optimize");
  });
  if (accounts === 0) return null;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const { users, posts } = targets;
  return `${users.length} users, ${posts.length} posts, ${size.hearts} hearts by ${accounts} accounts in ${seconds} s`;
}

async function main(): Promise<void> {
  endWithNpm();
  const size = readSize(process.argv.slice(2));
  await ensureMigrated();
  const fill = async (baseUrl: string) => {
    console.log(await seedDatabase({ size, creators: await fetchCreators(baseUrl) }));
    await runJobs(baseUrl, [BOARDS]);
  };
  await withServer(fill, { usesDatabase: true });
  console.log(`The boards are computed. Sign in as ${DEMO.username} / ${DEMO.password}`);
}

if (import.meta.main) await runMain(main);
