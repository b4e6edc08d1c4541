import type { LeaderboardUser } from "#schema/api/leaderboard.ts";
import type { Post } from "#schema/api/posts.ts";
import { asciiJson } from "#worker/ascii-json.ts";

/**
 * A board as it is kept: a line of text an entry, so that any `limit` is a matter of joining lines
 * and no entry is parsed on the way from the snapshot to the reader.
 */
export interface Board {
  version: number;
  generatedAt: number;
  lines: string[];
}

export type BoardKind = "users" | "posts";

/** A tab cannot occur in JSON text, nor in a community's name. */
const TAB = "\t";

/** Whether the community counts as adult is left open: the list may change before it is read. */
export function postLine(post: Post): string {
  const { subredditIsNsfw: _decidedWhenRead, ...rest } = post;
  return `${post.subreddit.toLowerCase()}${TAB}${asciiJson(rest).slice(0, -1)}`;
}

export const userLine = (user: LeaderboardUser): string => asciiJson(user);

function entryText(line: string, nsfw: ReadonlySet<string>): string {
  const tab = line.indexOf(TAB);
  if (tab === -1) return line;
  return `${line.slice(tab + 1)},"subredditIsNsfw":${nsfw.has(line.slice(0, tab))}}`;
}

/** The whole answer: LeaderboardUsersResponse or LeaderboardPostsResponse. */
export function answerText(
  kind: BoardKind,
  board: Board,
  limit: number,
  nsfw: ReadonlySet<string>,
): string {
  const entries = board.lines.slice(0, limit).map((line) => entryText(line, nsfw));
  const generated = JSON.stringify(new Date(board.generatedAt).toISOString());
  return `{"type":"${kind}","${kind}":[${entries.join(",")}],"total":${board.lines.length},"generated":${generated}}`;
}

/** For KV: the head on the first line, then the entries. */
export function packBoard({ version, generatedAt, lines }: Board): string {
  return [`${version} ${generatedAt}`, ...lines].join("\n");
}

/** null for anything that is not a packed board: what lies in a cache is not trusted. */
export function unpackBoard(text: string): Board | null {
  const [head = "", ...lines] = text.split("\n");
  const match = /^(\d+) (\d+)$/.exec(head);
  return match ? { version: Number(match[1]), generatedAt: Number(match[2]), lines } : null;
}

/** A row holds 2 MB at most, and every character here is one byte. */
const PART_CHARACTERS = 1_500_000;

/** Lines in as few parts as the row limit allows. */
export function inParts(lines: readonly string[]): string[] {
  const parts: string[][] = [];
  let room = 0;
  for (const line of lines) {
    if (line.length > room) {
      parts.push([]);
      room = PART_CHARACTERS;
    }
    parts.at(-1)?.push(line);
    room -= line.length + 1;
  }
  return parts.map((part) => part.join("\n"));
}
