import type { BoardKind } from "#schema/api/leaderboard.ts";
import { IsolateCache } from "#worker/cache/isolate-cache.ts";
import { reuseAnswer } from "#worker/cache/reuse-answer.ts";
import { readKvText, writeKvText } from "#worker/cache/kv.ts";
import { singleFlight } from "#worker/cache/single-flight.ts";
import { atPrimary, type Deps } from "#worker/deps.ts";
import { log, logFailure } from "#worker/lib/log.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-names.service.ts";
import type { RemovalList } from "#worker/removals/removal-list.rules.ts";
import { currentRemovals, heldRemovals } from "#worker/removals/removal-list.service.ts";
import { readyAnswer, type ReadyAnswer } from "#worker/lib/ready-answer.ts";
import { retryIdempotent } from "#worker/database/retry.ts";
import { postFromRow } from "#worker/targets/post-row.ts";
import { withTimeout } from "#worker/lib/with-timeout.ts";
import {
  BOARD_PERIOD_MS,
  boardAnswer,
  boardPost,
  isBehind,
  isOverdue,
  packBoard,
  parseBoard,
  storedBoard,
  unpackBoard,
  type Board,
  type BoardAnswers,
} from "./board.rules.ts";
import {
  claimRenewal,
  promoteHearts,
  readBoard,
  readTop,
  writeBoards,
  type RenewalReason,
} from "./leaderboard.store.ts";

/** Three periods: an overdue copy is still shown where the database is late or down. */
const KV_TTL_SECONDS = (3 * BOARD_PERIOD_MS) / 1000;
/** A reader waits this long for a renewed board, then gets the older one. */
const RENEWAL_TIMEOUT_MS = 50;
/** An isolate keeps a board from before a change of removals this long, while another isolate computes the next one. */
const BEHIND_FRESH_MS = 5_000;
const NO_NAMES: ReadonlySet<string> = new Set();

/** A load with a held board never fails: findBoard() returns that board while the database is down. */
const boards = new IsolateCache<Board>({
  freshMs: 30_000,
  // Two boards at two versions of the removals.
  maxEntries: 4,
});

/** A change of removals changes the key, so that the old entry need not expire first. */
const cacheKey = (kind: BoardKind, removalVersion: number) => `${kind} ${removalVersion}`;

const kvKeyOf = (kind: BoardKind) => `board:${kind}`;

function copyToKv(deps: Deps, board: Board): Promise<void> {
  return writeKvText(deps, kvKeyOf(board.kind), packBoard(storedBoard(board)), {
    expirationTtl: KV_TTL_SECONDS,
    failureEvent: "board_copy",
  });
}

async function readKvCopy(deps: Deps, kind: BoardKind): Promise<Board | null> {
  const text = await readKvText(deps, kvKeyOf(kind), "board_copy");
  const stored = text === null ? null : unpackBoard(text);
  return stored && parseBoard(kind, stored);
}

async function readBoardSnapshot(deps: Deps, kind: BoardKind): Promise<Board | null> {
  const stored = await retryIdempotent(deps.clock, () => readBoard(deps.db, kind));
  return stored && parseBoard(kind, stored);
}

/** Reads two indexes in board order, so the cost does not depend on the number of hearts. */
async function computeBoards(deps: Deps): Promise<Record<BoardKind, Board>> {
  const { generatedAt, ...top } = await retryIdempotent(deps.clock, async () => {
    // The time before reading: of two concurrent runs the one that read later wins, even if it writes first.
    const readAt = deps.clock.now();
    return { generatedAt: readAt, ...(await readTop(deps.db)) };
  });
  // The random part keeps two runs in the same millisecond from mixing their entries under one version.
  const version = generatedAt * 1000 + Math.floor(deps.clock.random() * 1000);
  const snapshot = { version, generatedAt, removalVersion: top.removalVersion };
  const users: Board = {
    ...snapshot,
    kind: "users",
    entries: top.users.map(({ removalVersion: _ofAll, ...user }, index) => {
      return { ...user, rank: index + 1 };
    }),
  };
  const posts: Board = {
    ...snapshot,
    kind: "posts",
    entries: top.posts.map((row, index) =>
      boardPost(postFromRow(row, index + 1, NO_NAMES), row.origins),
    ),
  };
  return { users, posts };
}

async function readLaterBoards(
  deps: Deps,
  { users, posts }: Record<BoardKind, Board>,
): Promise<Record<BoardKind, Board>> {
  const [laterUsers, laterPosts] = await Promise.all([
    readBoardSnapshot(deps, "users"),
    readBoardSnapshot(deps, "posts"),
  ]);
  return { users: laterUsers ?? users, posts: laterPosts ?? posts };
}

/** Does not overwrite boards of a run that read later. Returns the stored boards. */
async function storeNewBoards(deps: Deps): Promise<Record<BoardKind, Board>> {
  const computed = await computeBoards(deps);
  const rows = Object.values(computed).map((board) => ({
    ...storedBoard(board),
    kind: board.kind,
    ids: board.entries.map(({ id }) => id),
  }));
  const isStored = await retryIdempotent(deps.clock, () => writeBoards(deps.db, rows));
  const stored = isStored ? computed : await readLaterBoards(deps, computed);
  for (const board of Object.values(stored))
    boards.set(deps, cacheKey(board.kind, board.removalVersion), board);
  return stored;
}

/** Always computes, even twice in one period: for jobs, and for a database without a board. */
export async function recomputeBoards(deps: Deps): Promise<Record<BoardKind, Board>> {
  const both = await storeNewBoards(deps);
  await Promise.all(Object.values(both).map((board) => copyToKv(deps, board)));
  return both;
}

const HEARTS_PER_STATEMENT = 500;
const MAX_STATEMENTS = 20;

/** Hearts of accounts that reached the minimum age count from now on; hearts past the limit follow in the next run. */
async function promoteDueHearts({ db, clock }: Deps): Promise<void> {
  for (let count = 0; count < MAX_STATEMENTS; count += 1) {
    const promoted = await promoteHearts(db, clock.now(), HEARTS_PER_STATEMENT);
    if (promoted < HEARTS_PER_STATEMENT) break;
  }
}

export async function promoteAndRank(deps: Deps): Promise<void> {
  await promoteDueHearts(deps);
  await recomputeBoards(deps);
}

/** Returns null if another isolate computes the boards, or has done so in this period. */
async function renewBoards(
  deps: Deps,
  reason: RenewalReason,
): Promise<Record<BoardKind, Board> | null> {
  const isOurs = await claimRenewal(deps.db, reason, deps.clock.now());
  if (!isOurs) return null;
  if (reason === "overdue") log("warn", "board_overdue");
  await promoteDueHearts(deps);
  const both = await storeNewBoards(deps);
  for (const board of Object.values(both)) deps.waitUntil(copyToKv(deps, board));
  return both;
}

function renewalDue(deps: Deps, stored: Board, removed: RemovalList): RenewalReason | null {
  if (isOverdue(stored, deps.clock.now())) return "overdue";
  return isBehind(stored, removed) ? "removals" : null;
}

/**
 * Reads the board from the database and recomputes it if it is older than its period, because the cron is late or not
 * running, or older than the last change of removals.
 */
async function currentBoard(deps: Deps, kind: BoardKind, removed: RemovalList): Promise<Board> {
  const snapshot = await readBoardSnapshot(deps, kind);
  if (!snapshot) {
    return (await singleFlight(deps, "boards:first", () => recomputeBoards(deps)))[kind];
  }
  const reason = renewalDue(deps, snapshot, removed);
  if (!reason) {
    deps.waitUntil(copyToKv(deps, snapshot));
    return snapshot;
  }
  const renewal = singleFlight(deps, `boards:${reason}`, () => renewBoards(deps, reason));
  // A database that takes no writes still answers with the board it has.
  return (await renewal.catch(logFailure("board_stale")))?.[kind] ?? snapshot;
}

const freshMsOf = (board: Board, removed: RemovalList): number | undefined =>
  isBehind(board, removed) ? BEHIND_FRESH_MS : undefined;

function keep(deps: Deps, board: Board, removed: RemovalList): Board {
  const key = cacheKey(board.kind, removed.version);
  boards.set(deps, key, board, freshMsOf(board, removed));
  return board;
}

/** KV's copy can be older than the board that the isolate holds: its edges keep a value for a minute. */
function newerOf(copy: Board | null, held: Board | undefined): Board | undefined {
  return copy && (!held || copy.generatedAt >= held.generatedAt) ? copy : held;
}

/**
 * Reads KV, or the database if the copy is missing, overdue or behind the removals. With an older board at hand the
 * wait is short: removed entries are filtered from every answer anyway.
 */
async function findBoard(
  deps: Deps,
  removed: RemovalList,
  found: { kind: BoardKind; copy: Board | null; held: Board | undefined },
): Promise<Board> {
  const { kind, copy, held } = found;
  const shown = newerOf(copy, held);
  const isGood = shown !== undefined && renewalDue(deps, shown, removed) === null;
  if (isGood && shown === copy) return shown;
  const current = currentBoard(atPrimary(deps), kind, removed);
  if (!shown) return current;
  const kept = current.then((board) => keep(deps, board, removed));
  deps.waitUntil(kept.catch(logFailure("board_stale")));
  return isGood ? shown : withTimeout(RENEWAL_TIMEOUT_MS, kept).catch(() => shown);
}

/** Memory answers, unless the removals have changed. */
function holdsFreshBoard(deps: Deps, kind: BoardKind): boolean {
  const removed = heldRemovals(deps);
  return removed !== null && boards.fresh(deps, cacheKey(kind, removed.version)) !== undefined;
}

export async function answerLeaderboard<K extends BoardKind>(
  deps: Deps,
  kind: K,
  limit: number,
): Promise<ReadyAnswer<BoardAnswers[K]>> {
  // A new or idle isolate has to wait for the list of removals, so it reads KV meanwhile.
  const readAhead = holdsFreshBoard(deps, kind) ? null : readKvCopy(deps, kind);
  const named = kind === "posts" ? nsfwNames(deps) : NO_NAMES;
  const removed = await currentRemovals(deps);
  const key = cacheKey(kind, removed.version);
  const load = async (held: Board | undefined) => {
    const copy = await (readAhead ?? readKvCopy(deps, kind));
    return findBoard(deps, removed, { kind, copy, held });
  };
  const board = await boards.read(deps, key, load, (found) => freshMsOf(found, removed));
  const names = await named;
  const make = async () =>
    readyAnswer(boardAnswer(board, limit, names, removed) as BoardAnswers[K]);
  return reuseAnswer(`board:${kind}:${limit}`, [board, names, removed], make);
}
