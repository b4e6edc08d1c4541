import { BOARD_SIZE } from "#schema/api/leaderboard.ts";
import type { RecheckFigures } from "#schema/api/health.ts";
import { DAY_MS, HOUR_MS } from "#schema/time.ts";
import { RESERVED } from "#worker/call-budget/call-budget.rules.ts";
import { BATCH_SIZE } from "#schema/batch-size.ts";

const MINUTES_PER_DAY = 1_440;

/** A user costs a whole call. */
const POSTS_PER_CALL = BATCH_SIZE;
/** Calls per minute while the source is idle, as many as the call budget grants; while it is busy, RESERVED.recheck. */
export const MAX_CALLS_PER_RUN = 15;
export const MAX_POSTS_PER_RUN = 5 * POSTS_PER_CALL;
/** A target is not checked again within this time. */
export const DUE_AFTER_MS = HOUR_MS;
/** Every visitor sees the boards, so their targets are checked more often than the round reaches them. */
export const BOARD_DUE_AFTER_MS = 6 * HOUR_MS;
const ON_BOARDS = { users: BOARD_SIZE, posts: BOARD_SIZE };

/** `round`: all targets, longest unchecked first. `unread`: authors of hearted posts without a profile. */
type Tier = "board" | "round" | "unread";
/** One call in four each for boards and unread authors, so that neither can stop the round. */
const TURNS: Tier[] = ["board", "round", "unread", "round"];

interface DueTarget {
  /** A post's id or a user's name. */
  key: string;
  checkedAt: Date;
}

/** Oldest first. */
interface Due {
  users: DueTarget[];
  posts: DueTarget[];
}

export type Queue = Record<Tier, Due>;

/** The targets of one upstream call. */
export type Question = { posts: string[] } | { user: string };

export const sizeOf = (question: Question): number =>
  "posts" in question ? question.posts.length : 1;

function takePosts(queue: Queue, tier: Tier): string[] {
  const ids = new Set<string>();
  for (const { posts } of [queue[tier], queue.round]) {
    for (const { key } of posts) if (ids.size < POSTS_PER_CALL) ids.add(key);
  }
  for (const due of Object.values(queue)) due.posts = due.posts.filter(({ key }) => !ids.has(key));
  return [...ids];
}

function takeUser(queue: Queue, user: string): string {
  for (const due of Object.values(queue)) due.users = due.users.filter(({ key }) => key !== user);
  return user;
}

/** Takes the longest unchecked user or posts, so that users and posts finish a round at the same time. */
function takeOldest(queue: Queue, tier: Tier): Question | null {
  const [user] = queue[tier].users;
  const [post] = queue[tier].posts;
  if (post && (!user || post.checkedAt <= user.checkedAt)) return { posts: takePosts(queue, tier) };
  return user ? { user: takeUser(queue, user.key) } : null;
}

/** Removes the next question from the queue; null if nothing is due. `call`: the run's call number. */
export function takeQuestion(queue: Queue, call: number): Question | null {
  const turn = TURNS[call % TURNS.length] ?? "round";
  for (const tier of [turn, "round", "unread", "board"] as const) {
    const question = takeOldest(queue, tier);
    if (question) return question;
  }
  return null;
}

interface Stored {
  users: number;
  posts: number;
}

const callsFor = ({ users, posts }: Stored): number => users + Math.ceil(posts / POSTS_PER_CALL);

/** Days in which every stored target is checked once. */
export function roundDays(stored: Stored, callsPerMinute: number = RESERVED.recheck): number {
  const boardsPerDay = DAY_MS / BOARD_DUE_AFTER_MS;
  const perDay = callsPerMinute * MINUTES_PER_DAY - boardsPerDay * callsFor(ON_BOARDS);
  return callsFor(stored) / perDay;
}

/** The re-check is behind if the longest unchecked target is older: twice a round, and at least a day. */
export const behindAfterMs = (stored: Stored): number =>
  Math.max(1, 2 * roundDays(stored)) * DAY_MS;

export interface RecheckRun extends RecheckFigures {
  /** Waiting hearts that count from now on. */
  verified: number;
  /** Not emptied: users whom the source denied along with the control name, and posts of an answer that lacks too many. */
  doubted: number;
  /** The source's error; null if it answered at least once. */
  failure: string | null;
}
