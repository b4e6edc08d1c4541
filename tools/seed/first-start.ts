import { fetchCreators, type SeedCreator } from "./creators.ts";
import { withLocalDatabase } from "#tools/server/local-database.ts";
import { isUnused } from "./database.ts";
import { DEMO, IS_SEEDED } from "./fill.ts";
import { seedDatabase } from "./seed.ts";

/** Enough for plausible boards, and written in a fraction of a second. */
const HEARTS = 3_200;

const readState = (state: string) =>
  withLocalDatabase(state, (database) => {
    const demo = database.prepare(`select 1 from app_user where ${IS_SEEDED} and username = ?`);
    return { isUnused: isUnused(database), hasDemo: demo.get(DEMO.username) !== undefined };
  });

export interface FirstStart {
  /** This start filled the database. */
  isFirst: boolean;
  hasDemo: boolean;
}

interface Options {
  onSeed: () => void;
  state: string;
  loadCreators?: (baseUrl: string) => Promise<SeedCreator[]>;
}

/**
 * Fills an unused database with hearts of the sample's creators and posts, so that the first visit shows boards. Only
 * with the sample source, because none of these exist at Reddit.
 */
export async function seedFirstStart(
  baseUrl: string,
  { onSeed, state, loadCreators = fetchCreators }: Options,
): Promise<FirstStart> {
  const { isUnused: isFresh, hasDemo } = readState(state);
  if (!isFresh) return { isFirst: false, hasDemo };
  const creators = await loadCreators(baseUrl);
  if (creators.length === 0) return { isFirst: false, hasDemo };
  onSeed();
  const posts = creators.reduce((sum, creator) => sum + creator.posts.length, 0);
  const size = { users: creators.length, posts, hearts: HEARTS };
  const summary = await seedDatabase({ size, creators, state, onlyUnused: true });
  return { isFirst: summary !== null, hasDemo: summary !== null };
}
