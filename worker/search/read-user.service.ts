import type { UserResponse } from "#schema/api/search.ts";
import { REDDIT_NAME } from "#schema/username.ts";
import type { Deps } from "#worker/deps.ts";
import { heartsOrZero } from "#worker/hearts/hearts.service.ts";
import { readProfile } from "#worker/lookup/profile.ts";
import { currentRemovals } from "#worker/removals/removal-list.service.ts";
import { withFallback } from "#worker/source/fallback.ts";
import { keepsDeleted, openMainSource } from "#worker/source/open.ts";
import { userInfoOf } from "./answer.ts";
import { peekNewest } from "./newest.service.ts";

/** By the cached listing; makes no upstream call. */
async function hidesPosts(deps: Deps, username: string): Promise<boolean> {
  const newest = await peekNewest(deps, openMainSource(deps), username);
  return newest?.value.head.state === "hidden";
}

export async function readUser(deps: Deps, username: string): Promise<UserResponse> {
  const unknown: UserResponse = {
    success: true,
    userExists: false,
    userInfo: null,
    profileState: "not_found",
  };
  if (!REDDIT_NAME.test(username)) return unknown;
  const removed = await currentRemovals(deps);
  if (removed.hasUser(username)) return { ...unknown, userExists: true, profileState: "removed" };
  const { known, source } = await withFallback(
    deps,
    async (asked) => ({ known: await readProfile(deps, asked, username), source: asked }),
    ({ known: { state } }) => state === "ok",
  );
  if (known.state === "missing") return unknown;
  const { profile } = known;
  const [hearts, hides] = await Promise.all([
    heartsOrZero(deps, { username: profile.username, postIds: [] }),
    profile.isSuspended ? false : hidesPosts(deps, username),
  ]);
  if (hearts.gone.user && keepsDeleted(source)) return unknown;
  return {
    success: true,
    userExists: true,
    userInfo: userInfoOf(profile, hearts),
    profileState: profile.isSuspended ? "suspended" : hides ? "hidden" : "ok",
  };
}
