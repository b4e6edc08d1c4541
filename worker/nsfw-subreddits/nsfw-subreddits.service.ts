import type { NsfwSubreddit } from "#schema/api/nsfw-subreddits.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { publishNames } from "./nsfw-names.service.ts";
import {
  deleteSubreddit,
  findSubreddit,
  insertSubreddit,
  listSubreddits,
  type NsfwSubredditRow,
} from "./nsfw-subreddits.store.ts";

const toSubreddit = (row: NsfwSubredditRow): NsfwSubreddit => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

export async function listAll({ db }: Pick<Deps, "db">): Promise<NsfwSubreddit[]> {
  return (await listSubreddits(db)).map(toSubreddit);
}

/** A community that an admin adds is never a default. */
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
  await publishNames(deps);
  return toSubreddit(row);
}

export async function removeSubreddit(deps: Deps, id: string): Promise<void> {
  const row = await findSubreddit(deps.db, id);
  if (!row) throw new AppError("nsfw_subreddits.not_found");
  if (row.isDefault) throw new AppError("nsfw_subreddits.default_protected");
  if (!(await deleteSubreddit(deps.db, id))) throw new AppError("nsfw_subreddits.not_found");
  await publishNames(deps);
}
