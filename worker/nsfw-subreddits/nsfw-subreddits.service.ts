import type { NsfwSubreddit } from "#schema/api/nsfw-subreddits.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { errorFields, log } from "#worker/log.ts";
import { within } from "#worker/retry.ts";
import {
  deleteSubreddit,
  findSubreddit,
  insertSubreddit,
  listNames,
  listSubreddits,
  type NsfwSubredditRow,
} from "./nsfw-subreddits.store.ts";

/** Under the 60 s in which a change has to show everywhere. */
const FRESH_MS = 50_000;
/** A database in trouble is not asked again at once. */
const PAUSE_MS = 5_000;
const PATIENCE_MS = 1_500;

interface Known {
  names: ReadonlySet<string>;
  askAgainAt: number;
}

/** Plain data that is already there, never a promise: what one request waits for is its own. */
const known = new WeakMap<D1Database, Known>();

/** Posts must be marked whatever the database does, so this never throws: old knowledge will do. */
export async function nsfwNames(deps: Deps): Promise<ReadonlySet<string>> {
  const last = known.get(deps.d1);
  const now = deps.clock.now();
  if (last && now < last.askAgainAt) return last.names;
  try {
    const names = new Set(await within(PATIENCE_MS, listNames(deps.db)));
    known.set(deps.d1, { names, askAgainAt: now + FRESH_MS });
    return names;
  } catch (error) {
    log("warn", "nsfw_names", errorFields(error));
    const names = last?.names ?? new Set<string>();
    known.set(deps.d1, { names, askAgainAt: now + PAUSE_MS });
    return names;
  }
}

/** So that the admin sees a change in the next request; other isolates ask again by themselves. */
function askAgain({ d1 }: Pick<Deps, "d1">): void {
  const last = known.get(d1);
  if (last) known.set(d1, { ...last, askAgainAt: 0 });
}

const toSubreddit = (row: NsfwSubredditRow): NsfwSubreddit => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

export async function listAll({ db }: Pick<Deps, "db">): Promise<NsfwSubreddit[]> {
  return (await listSubreddits(db)).map(toSubreddit);
}

/** What an admin adds is never a default, whatever the request says. */
export async function addSubreddit(deps: Deps, name: string): Promise<NsfwSubreddit> {
  const { clock } = deps;
  const row: NsfwSubredditRow = {
    id: clock.uuid(),
    name,
    isDefault: false,
    addedBy: "admin",
    createdAt: new Date(clock.now()),
  };
  await insertSubreddit(deps.db, row);
  askAgain(deps);
  return toSubreddit(row);
}

export async function removeSubreddit(deps: Deps, id: string): Promise<void> {
  const row = await findSubreddit(deps.db, id);
  if (!row) throw new AppError("nsfw_subreddits.not_found");
  if (row.isDefault) throw new AppError("nsfw_subreddits.default_protected");
  await deleteSubreddit(deps.db, id);
  askAgain(deps);
}
