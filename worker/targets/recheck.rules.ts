import { RESERVED } from "#worker/call-budget/call-budget.rules.ts";
import { BATCH_SIZE } from "#worker/source/port.ts";

const HOUR_MS = 3_600_000;
const MINUTES_PER_DAY = 1_440;

/** A user costs a call; a call takes this many posts. */
const POSTS_PER_CALL = BATCH_SIZE;
/** The job runs every minute: this is its pace while the source is idle, RESERVED.recheck its pace while it is not. */
export const MAX_CALLS_PER_RUN = 24;
export const MAX_POSTS_PER_RUN = 5 * POSTS_PER_CALL;
/** A target is not asked about again within this time. */
export const DUE_AFTER_MS = HOUR_MS;
/** Every visitor sees the boards, so their targets are asked about whatever the length of a round. */
export const BOARD_DUE_AFTER_MS = 6 * HOUR_MS;
/** Users and posts of a full board. */
const ON_BOARDS = { users: 100, posts: 100 };

/** `round`: all targets, longest unchecked first. `unread`: authors of hearted posts whose profile was never read. */
type Tier = "board" | "round" | "unread";
/** Of four calls one each may go to boards and unread authors, so that neither can hold up the round. */
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

/** What one upstream call asks about. */
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

/** Takes the longest unchecked target of either kind, so that users and posts finish a round at the same time. */
function takeOldest(queue: Queue, tier: Tier): Question | null {
  const [user] = queue[tier].users;
  const [post] = queue[tier].posts;
  if (post && (!user || post.checkedAt <= user.checkedAt)) return { posts: takePosts(queue, tier) };
  return user ? { user: takeUser(queue, user.key) } : null;
}

/** Takes the question of the run's call number `call` out of the queue; null: nothing is due. */
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

/** Days until each of so many targets was asked about once, at so many calls a minute. */
export function roundDays(stored: Stored, callsPerMinute: number = RESERVED.recheck): number {
  const boardsPerDay = (24 * HOUR_MS) / BOARD_DUE_AFTER_MS;
  const perDay = callsPerMinute * MINUTES_PER_DAY - boardsPerDay * callsFor(ON_BOARDS);
  return callsFor(stored) / perDay;
}

const DAY_MS = 24 * HOUR_MS;

/** The age of the longest unchecked target past which the re-check is behind: twice a round, and at least a day. */
export const behindAfterMs = (stored: Stored): number =>
  Math.max(1, 2 * roundDays(stored)) * DAY_MS;

/** What a run did, in targets; `calls` are upstream calls. */
export interface RecheckRun {
  calls: number;
  asked: number;
  answered: number;
  /** Left unasked by the call that the call budget refused; the run ends with it. */
  refused: number;
  removed: number;
  /** Hearts that waited for the source and count from now on. */
  verified: number;
  /** The error of the source; null where it answered at all. */
  failure: string | null;
}
