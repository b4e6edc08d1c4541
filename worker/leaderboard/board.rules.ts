import { isInAdultCommunity } from "#schema/adult-community.ts";
import type {
  BoardKind,
  LeaderboardPostsResponse,
  LeaderboardUser,
  LeaderboardUsersResponse,
} from "#schema/api/leaderboard.ts";
import type { Post } from "#schema/api/posts.ts";
import type { CrosspostOrigin } from "#schema/crosspost-origin.ts";
import { isObject } from "#schema/is-object.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { isOrigins, isStoredPost } from "#worker/cache/stored-post.ts";
import type { RemovalList } from "#worker/removals/removal-list.rules.ts";
import { asciiJson } from "#worker/lib/ascii-json.ts";

export interface BoardAnswers {
  users: LeaderboardUsersResponse;
  posts: LeaderboardPostsResponse;
}

/** `subredditIsNsfw` is computed when the board is read, from the current list of adult communities. */
export type BoardPost = Omit<Post, "subredditIsNsfw"> & {
  /** The posts that it was crossposted from; not in the answer. */
  origins?: CrosspostOrigin[];
};

interface Snapshot {
  version: number;
  generatedAt: number;
  /** The version of the list of removals when it was computed. */
  removalVersion: number;
}

/** Best entry first. */
export type Board = Snapshot &
  ({ kind: "users"; entries: LeaderboardUser[] } | { kind: "posts"; entries: BoardPost[] });

/** The form in D1 and KV: one line of ASCII JSON per entry, so that a character is a byte. */
export interface StoredBoard extends Snapshot {
  lines: string[];
}

/** The period of the job that computes the boards; a test compares it with the schedule. */
export const BOARD_PERIOD_MS = 5 * MINUTE_MS;

/** A cron is seconds early or late, which no reader has to make up for. */
const LATEST_CRON_MS = MINUTE_MS;

export const isOverdue = ({ generatedAt }: Pick<Snapshot, "generatedAt">, now: number): boolean =>
  now - generatedAt > BOARD_PERIOD_MS + LATEST_CRON_MS;

/** Computed before the last change of removals: entries whose removal was lifted since are missing. */
export const isBehind = (
  board: Pick<Snapshot, "removalVersion">,
  { version }: Pick<RemovalList, "version">,
): boolean => board.removalVersion < version;

export function boardPost(
  { subredditIsNsfw: _decidedWhenRead, ...post }: Post,
  origins: CrosspostOrigin[] | null = null,
): BoardPost {
  return origins ? { ...post, origins } : post;
}

export const storedBoard = ({ entries, ...board }: Board): StoredBoard => ({
  version: board.version,
  generatedAt: board.generatedAt,
  removalVersion: board.removalVersion,
  lines: entries.map(asciiJson),
});

type Fields<T> = Partial<Record<keyof T, unknown>>;

const isUser = (value: unknown): boolean =>
  isObject(value) &&
  ["id", "username"].every((name) => typeof value[name] === "string") &&
  typeof value["heartCount"] === "number";

function isBoardPost(value: unknown): boolean {
  if (!isStoredPost(value)) return false;
  const { heartCount, rank, authorAvatar, origins = [] } = value as unknown as Fields<BoardPost>;
  return (
    typeof heartCount === "number" &&
    (rank === null || typeof rank === "number") &&
    (authorAvatar === null || typeof authorAvatar === "string") &&
    isOrigins(origins)
  );
}

const IS_ENTRY: Record<BoardKind, (value: unknown) => boolean> = {
  users: isUser,
  posts: isBoardPost,
};

/** Returns null if a line is no entry, as from another version of this code or in a damaged row. */
export function parseBoard(kind: BoardKind, { lines, ...snapshot }: StoredBoard): Board | null {
  try {
    const entries = lines.map((line) => JSON.parse(line) as unknown);
    if (!entries.every(IS_ENTRY[kind])) return null;
    return kind === "users"
      ? { ...snapshot, kind, entries: entries as LeaderboardUser[] }
      : { ...snapshot, kind, entries: entries as BoardPost[] };
  } catch {
    return null;
  }
}

/** Leaves out entries removed since the snapshot; later entries move up. */
function shownEntries<Entry extends { rank: number | null }>(
  entries: Entry[],
  isRemoved: (entry: Entry) => boolean,
): Entry[] {
  const shown = entries.filter((entry) => !isRemoved(entry));
  if (shown.length === entries.length) return entries;
  return shown.map((entry, index) => ({ ...entry, rank: index + 1 }));
}

export function boardAnswer(
  board: Board,
  limit: number,
  nsfwNames: ReadonlySet<string>,
  removed: RemovalList,
): BoardAnswers[BoardKind] {
  const generated = new Date(board.generatedAt).toISOString();
  if (board.kind === "users") {
    const users = shownEntries(board.entries, ({ username }) => removed.hasUser(username));
    return { type: "users", users: users.slice(0, limit), total: users.length, generated };
  }
  const shown = shownEntries(board.entries, removed.hides);
  const posts = shown.slice(0, limit).map(({ origins, ...post }) => ({
    ...post,
    subredditIsNsfw: isInAdultCommunity(post, origins, nsfwNames),
  }));
  return { type: "posts", posts, total: shown.length, generated };
}

/** The text in KV: versions and time on the first line, then the entries. */
export function packBoard({ version, generatedAt, removalVersion, lines }: StoredBoard): string {
  return [`${version} ${generatedAt} ${removalVersion}`, ...lines].join("\n");
}

/** Returns null for a text that packBoard() did not make. */
export function unpackBoard(text: string): StoredBoard | null {
  const [head = "", ...lines] = text.split("\n");
  const [, version, generatedAt, removalVersion] = /^(\d+) (\d+) (\d+)$/.exec(head) ?? [];
  if (version === undefined) return null;
  return {
    version: Number(version),
    generatedAt: Number(generatedAt),
    removalVersion: Number(removalVersion),
    lines,
  };
}
