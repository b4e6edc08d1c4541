import type { Job } from "#worker/cron/job.ts";
import type { Deps } from "#worker/deps.ts";
import { errorFields, log } from "#worker/log.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-subreddits.service.ts";
import { retryIdempotent } from "#worker/retry.ts";
import { toPost } from "#worker/targets/post-row.ts";
import {
  answerText,
  packBoard,
  postLine,
  unpackBoard,
  userLine,
  type Board,
  type BoardKind,
} from "./board.rules.ts";
import { readBoard, readTop, writeBoards, type NewBoard } from "./leaderboard.store.ts";

const KINDS: readonly BoardKind[] = ["users", "posts"];
const MEMORY_MS = 30_000;
/** A database in trouble is not asked again at once, while there is an older board to show. */
const PAUSE_MS = 5_000;
/** Past two missed runs the database is asked instead: it knows whether there is anything newer. */
const COPY_SECONDS = 900;

interface Held {
  board: Board;
  until: number;
  /** Answers already put together, by limit, for one state of the list of adult communities. */
  answers: Map<number, string>;
  nsfw: ReadonlySet<string> | null;
}

/** Plain data an isolate keeps between requests; keyed by the database so that tests do not share. */
const memory = new WeakMap<D1Database, Map<BoardKind, Held>>();

const copyKey = (kind: BoardKind) => `board:${kind}`;

function heldBy({ d1 }: Deps): Map<BoardKind, Held> {
  let held = memory.get(d1);
  if (!held) memory.set(d1, (held = new Map()));
  return held;
}

function hold(deps: Deps, kind: BoardKind, board: Board): Held {
  const held = { board, until: deps.clock.now() + MEMORY_MS, answers: new Map(), nsfw: null };
  heldBy(deps).set(kind, held);
  return held;
}

async function copyToKv(deps: Deps, kind: BoardKind, board: Board): Promise<void> {
  try {
    await deps.kv.put(copyKey(kind), packBoard(board), { expirationTtl: COPY_SECONDS });
  } catch (error) {
    log("warn", "board_copy", errorFields(error));
  }
}

async function readCopy(deps: Deps, kind: BoardKind): Promise<Board | null> {
  try {
    const text = await deps.kv.get(copyKey(kind));
    return text === null ? null : unpackBoard(text);
  } catch (error) {
    log("warn", "board_copy", errorFields(error));
    return null;
  }
}

/**
 * Both boards anew from the two indexes that keep the order: the same cost whatever the number of
 * hearts. Twice in a period it computes the same thing twice.
 */
export async function recomputeBoards(deps: Deps): Promise<Record<BoardKind, Board>> {
  const { users, posts } = await retryIdempotent(deps.clock, () => readTop(deps.d1));
  const nobody: ReadonlySet<string> = new Set();
  const now = deps.clock.now();
  // Two runs in one millisecond must not mix their entries under one version.
  const version = now * 1000 + Math.floor(deps.clock.random() * 1000);
  const make = (kind: BoardKind, ids: string[], lines: string[]): NewBoard => ({
    kind,
    version,
    generatedAt: now,
    ids,
    lines,
  });
  const boards = {
    users: make(
      "users",
      users.map(({ id }) => id),
      users.map((user, index) => userLine({ ...user, rank: index + 1 })),
    ),
    posts: make(
      "posts",
      posts.map(({ id }) => id),
      posts.map((row, index) => postLine(toPost(row, index + 1, nobody))),
    ),
  };
  await retryIdempotent(deps.clock, () => writeBoards(deps.d1, [boards.users, boards.posts]));
  for (const kind of KINDS) hold(deps, kind, boards[kind]);
  await Promise.all(KINDS.map((kind) => copyToKv(deps, kind, boards[kind])));
  return boards;
}

export const computeBoards: Job = {
  name: "leaderboard",
  run: async (deps) => void (await recomputeBoards(deps)),
};

async function findBoard(deps: Deps, kind: BoardKind): Promise<Board> {
  const copy = await readCopy(deps, kind);
  if (copy) return copy;
  const stored = await retryIdempotent(deps.clock, () => readBoard(deps.d1, kind));
  if (!stored) return (await recomputeBoards(deps))[kind];
  deps.waitUntil(copyToKv(deps, kind, stored));
  return stored;
}

async function currentBoard(deps: Deps, kind: BoardKind): Promise<Held> {
  const last = heldBy(deps).get(kind);
  if (last && deps.clock.now() < last.until) return last;
  try {
    return hold(deps, kind, await findBoard(deps, kind));
  } catch (error) {
    if (!last) throw error;
    log("warn", "board_stale", errorFields(error));
    last.until = deps.clock.now() + PAUSE_MS;
    return last;
  }
}

/** The JSON text of the answer; nothing is read while the isolate's copy is fresh. */
export async function leaderboardText(deps: Deps, kind: BoardKind, limit: number): Promise<string> {
  const held = await currentBoard(deps, kind);
  const nsfw = kind === "posts" ? await nsfwNames(deps) : held.nsfw;
  if (nsfw !== held.nsfw) {
    held.answers.clear();
    held.nsfw = nsfw;
  }
  const known = held.answers.get(limit);
  if (known !== undefined) return known;
  const text = answerText(kind, held.board, limit, nsfw ?? new Set());
  held.answers.set(limit, text);
  return text;
}
