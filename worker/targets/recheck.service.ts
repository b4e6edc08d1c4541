import { RESERVED } from "#worker/call-budget/call-budget.rules.ts";
import { brand } from "#schema/brand.ts";
import {
  askForPosts,
  askForUser,
  msUntilBackgroundCall,
  type Checked,
} from "#worker/lookup/check-source.ts";
import type { FoundPost, FoundUser } from "#worker/lookup/look-up.ts";
import type { Deps } from "#worker/deps.ts";
import { openMainSource } from "#worker/source/open.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-names.service.ts";
import { doubtLeftOut, ignoreOlderMarks } from "./doubt-posts.service.ts";
import { emptyHeartless } from "./heartless.store.ts";
import { postFacts, userFacts } from "./targets.service.ts";
import {
  MAX_CALLS_PER_RUN,
  sizeOf,
  takeQuestion,
  type Question,
  type RecheckRun,
} from "./recheck.rules.ts";
import {
  readQueue,
  recordCheckedPosts,
  recordCheckedUsers,
  type CheckedPosts,
  type CheckedUsers,
} from "./recheck.store.ts";

/** No call begins later, because the next run begins after a minute. */
const RUN_MS = 45_000;
/** Longer than REFUSAL_FRESH_MS, for which an isolate reuses the budget's last refusal. */
const SHORTEST_PAUSE_MS = 2_100;
const MAX_FAILURES_IN_A_ROW = 3;

/** A user who certainly exists: a source that denies this name too is at fault itself. */
const CONTROL = { user: brand.popularUsername };

interface Run extends RecheckRun {
  failuresInARow: number;
  /** The answer about CONTROL; null if it was not asked. */
  control: Checked<FoundUser> | null;
  users: Map<string, Checked<FoundUser>>;
}

/** Waits until a call may be made; false if that is after the run's end. */
async function waitForRoom(deps: Deps, end: number): Promise<boolean> {
  const { clock } = deps;
  for (;;) {
    const waitMs = await msUntilBackgroundCall(deps);
    if (waitMs <= 0) return clock.now() < end;
    const pause = Math.max(SHORTEST_PAUSE_MS, waitMs);
    if (clock.now() + pause >= end) return false;
    await clock.sleep(pause);
  }
}

const asksArchive = (deps: Deps): boolean => openMainSource(deps).name === "archive";

/** The authors by their present names; of the archive, which keeps older names, none. */
function ownersOf(deps: Deps, posts: readonly FoundPost[]): CheckedPosts["owners"] {
  if (asksArchive(deps)) return [];
  // The database has one row per name, and one duplicate would fail the whole run.
  const byName = new Map<string, CheckedPosts["owners"][number]>();
  for (const { post, authorId: id } of posts) {
    const { username } = post;
    if (id !== null) byName.set(username.toLowerCase(), { id, username });
  }
  return [...byName.values()];
}

/** Does not stamp posts about which the source failed: they keep their place in the queue. */
async function recordPosts(deps: Deps, found: Map<string, Checked<FoundPost>>): Promise<number> {
  const nsfw = await nsfwNames(deps);
  const fresh: FoundPost[] = [];
  const isArchives = asksArchive(deps);
  const checked: CheckedPosts = { fresh: [], isArchives, deleted: [], same: [], owners: [] };
  for (const [id, one] of found) {
    if (one.state === "deleted") checked.deleted.push(id);
    else if (one.state === "there" && one.fresh) fresh.push(one.fresh);
    else if (one.state === "there" || isWithoutNews(one)) checked.same.push(id);
  }
  checked.fresh = fresh.map((post) => postFacts(post, nsfw));
  checked.owners = ownersOf(deps, fresh);
  await recordCheckedPosts(deps.db, checked, deps.clock.now());
  return checked.deleted.length;
}

/** The source answered but does not know whether the target exists. */
const isWithoutNews = (one: Checked<unknown>) => one.state === "unknown" && one.failure === null;

/**
 * If the source fails for some users only, those count as checked: otherwise they would stay first in the queue and
 * block the others. If it fails for all, nothing is recorded. The archive knows a user's name only, which would replace
 * the profile that Reddit gave.
 */
async function recordUsers(deps: Deps, { users, answered }: Run): Promise<number> {
  const checked: CheckedUsers = { fresh: [], deleted: [], same: [] };
  for (const [name, one] of users) {
    if (one.state === "deleted") checked.deleted.push(name);
    else if (one.state === "there" && one.fresh && !asksArchive(deps))
      checked.fresh.push(await userFacts(one.fresh));
    else if (one.state !== "not_asked" && answered > 0) checked.same.push(name);
  }
  await recordCheckedUsers(deps.db, checked, deps.clock.now());
  return checked.deleted.length;
}

/** Some users were denied, and none was found. */
function deniesEveryUser({ users }: Run): boolean {
  const states = new Set([...users.values()].map(({ state }) => state));
  return states.has("deleted") && !states.has("there");
}

/**
 * A source that denies every user may be at fault, and a deleted user does not come back by itself. So a run that found
 * none asks about the control name. If that is denied too, the users go to the queue's end as they are; if it cannot be
 * asked, they keep their place.
 */
async function doubtDeletions(deps: Deps, run: Run, end: number): Promise<void> {
  if (!deniesEveryUser(run)) return;
  if (!run.control && (await waitForRoom(deps, end))) {
    run.control = await askForUser(deps, CONTROL.user);
    if (run.control.state !== "not_asked") run.calls += 1;
  }
  if (run.control?.state === "there") return;
  for (const [name, { state }] of run.users) {
    if (state !== "deleted") continue;
    if (run.control?.state !== "deleted") run.users.delete(name);
    else {
      run.doubted += 1;
      run.users.set(name, { state: "unknown", failure: null });
    }
  }
}

function count(run: Run, results: Checked<unknown>[]): void {
  const asked = results.filter(({ state }) => state !== "not_asked");
  const failures = asked.flatMap((one) =>
    one.state === "unknown" ? (one.failure?.code ?? []) : [],
  );
  const [failure = null] = failures;
  if (asked.length > 0) run.calls += 1;
  run.asked += asked.length;
  run.answered += asked.length - failures.length;
  run.refused += results.length - asked.length;
  run.failuresInARow = failure === null ? 0 : run.failuresInARow + 1;
  run.failure = run.answered > 0 ? null : (failure ?? run.failure);
}

async function askOne(deps: Deps, run: Run, question: Question, end: number): Promise<void> {
  if ("user" in question) {
    const found = await askForUser(deps, question.user);
    if (question === CONTROL) run.control = found;
    else run.users.set(question.user, found);
    return count(run, [found]);
  }
  const found = await askForPosts(deps, question.posts);
  count(run, [...found.values()]);
  await ignoreOlderMarks(deps, found);
  run.doubted += await doubtLeftOut(deps, found, () => waitForRoom(deps, end));
  run.removed += await recordPosts(deps, found);
}

/**
 * The next call is the last one before the run would end without an answer, or the last that is certain to be allowed
 * and every user was denied. `made`: calls before the queue's.
 */
function needsControl(run: Run, made: number): boolean {
  if (run.control) return false;
  if (run.answered === 0 && run.failuresInARow === MAX_FAILURES_IN_A_ROW - 1) return true;
  return made + run.calls === RESERVED.recheck - 1 && deniesEveryUser(run);
}

/** Resolves with null if no waiting heart is due, else with work that makes one call and returns the new hearts. */
export type PlanVerification = (deps: Deps) => Promise<(() => Promise<number>) | null>;

/**
 * Checks posts of waiting hearts, then the longest unchecked targets, and empties targets deleted at the source. A
 * target whose call the budget refuses is not stamped and comes first in the next run.
 */
export async function recheckTargets(
  deps: Deps,
  planVerification: PlanVerification,
): Promise<RecheckRun> {
  const run: Run = {
    calls: 0,
    asked: 0,
    answered: 0,
    refused: 0,
    removed: 0,
    verified: 0,
    doubted: 0,
    failure: null,
    failuresInARow: 0,
    control: null,
    users: new Map(),
  };
  const end = deps.clock.now() + RUN_MS;
  const verify = await planVerification(deps);
  const verifies = verify !== null && (await waitForRoom(deps, end));
  if (verifies) run.verified = await verify();
  await emptyHeartless(deps.db, deps.clock.now());
  const queue = await readQueue(deps.db, deps.clock.now());
  for (let call = 0; call < MAX_CALLS_PER_RUN; call += 1) {
    const question = needsControl(run, verifies ? 1 : 0) ? CONTROL : takeQuestion(queue, call);
    if (!question) break;
    if (await waitForRoom(deps, end)) await askOne(deps, run, question, end);
    else run.refused += sizeOf(question);
    if (run.refused > 0 || run.failuresInARow === MAX_FAILURES_IN_A_ROW) break;
  }
  await doubtDeletions(deps, run, end);
  run.removed += await recordUsers(deps, run);
  const { users: _, failuresInARow: __, control: ___, ...report } = run;
  return report;
}
