import type { Job } from "#worker/cron/job.ts";
import type { Deps } from "#worker/deps.ts";
import { recomputeBoards } from "#worker/leaderboard/leaderboard.service.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-subreddits.service.ts";
import { mayWorkInBackground, recheck } from "#worker/source/lookup.ts";
import { postFacts, userFacts } from "./targets.service.ts";
import {
  duePosts,
  dueUsers,
  noteCheckedPosts,
  noteCheckedUsers,
  type CheckedPosts,
  type CheckedUsers,
} from "./targets.store.ts";

/** One upstream call each; 96 runs a day then see 48,000 posts. */
const ROUNDS = 5;
const POSTS_A_ROUND = 100;
/** A call each: 2,400 users a day. */
const USERS_A_RUN = 25;

interface Outcome {
  removed: number;
  /** Whether to go on: there was more, and the source answered. */
  goOn: boolean;
}

async function recheckPosts(deps: Deps): Promise<Outcome> {
  const now = deps.clock.now();
  const ids = await duePosts(deps.d1, now, POSTS_A_ROUND);
  if (ids.length === 0 || !(await mayWorkInBackground(deps))) return { removed: 0, goOn: false };
  const [{ posts }, nsfw] = await Promise.all([recheck(deps, { postIds: ids }), nsfwNames(deps)]);
  const checked: CheckedPosts = { fresh: [], deleted: [], same: [] };
  let answered = false;
  for (const id of ids) {
    const found = posts.get(id) ?? { state: "unknown" };
    answered ||= found.state !== "unknown";
    if (found.state === "deleted") checked.deleted.push(id);
    else if (found.state === "there" && found.fresh) {
      checked.fresh.push(postFacts(found.fresh, nsfw));
    } else checked.same.push(id);
  }
  await noteCheckedPosts(deps.d1, checked, now);
  const goOn = answered && ids.length === POSTS_A_ROUND;
  return { removed: checked.deleted.length, goOn };
}

async function recheckUsers(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const names = await dueUsers(deps.d1, now, USERS_A_RUN);
  if (names.length === 0 || !(await mayWorkInBackground(deps))) return 0;
  const { users } = await recheck(deps, { names });
  const checked: CheckedUsers = { fresh: [], deleted: [], same: [] };
  for (const name of names) {
    const found = users.get(name) ?? { state: "unknown" };
    if (found.state === "deleted") checked.deleted.push(name);
    else if (found.state === "there" && found.fresh) {
      checked.fresh.push(await userFacts(found.fresh));
    } else checked.same.push(name);
  }
  await noteCheckedUsers(deps.d1, checked, now);
  return checked.deleted.length;
}

/**
 * Asks the source about those longest unchecked and empties what was deleted there. What was asked
 * about goes to the end of the line even without news, so that one silent answer cannot hold up the
 * rest; what was cut short by the quota stays where it is and is first next time.
 */
export const recheckTargets: Job = {
  name: "recheck",
  async run(deps) {
    let removed = await recheckUsers(deps);
    for (let round = 0; round < ROUNDS; round += 1) {
      const outcome = await recheckPosts(deps);
      removed += outcome.removed;
      if (!outcome.goOn) break;
    }
    // Nobody should have to wait for the next snapshot to stop seeing what its author took away.
    if (removed > 0) await recomputeBoards(deps);
  },
};
