import { expect, test } from "vitest";
import {
  boardPost,
  packBoard,
  parseBoard,
  storedBoard,
  unpackBoard,
  type Board,
} from "./board.rules.ts";
import { inParts } from "#worker/database/d1-parts.ts";
import { postFromRow, type PostRow } from "#worker/targets/post-row.ts";

test("no title can break a line or a part, and no part outgrows a database row", () => {
  const row: PostRow = {
    id: "t3_x",
    title: 'tab\t newline\n quote" \u2028 emoji 🎉',
    username: "u",
    authorAvatar: null,
    subreddit: "Pics",
    mediaType: "image",
    thumbnailUrl: null,
    url: "https://i.redd.it/x.jpg",
    permalink: "/x",
    heartCount: 1,
    isNsfw: false,
    isSpoiler: false,
    created: 1,
    score: 1,
    numComments: 1,
    awardsCount: 0,
    galleryImages: [],
    media: { kind: "link", caption: "é".repeat(40_000) } as unknown as PostRow["media"],
    thumbnails: [],
    origins: null,
  };
  const entry = boardPost(postFromRow(row, 1, new Set()));
  const board: Board = {
    kind: "posts",
    version: 3,
    generatedAt: 4,
    removalVersion: 5,
    entries: Array.from({ length: 100 }, () => entry),
  };
  const stored = storedBoard(board);
  const parts = inParts(stored.lines);
  expect(parts.flat()).toEqual(stored.lines);
  for (const part of parts) {
    expect(new TextEncoder().encode(part.join("\n")).byteLength).toBeLessThan(2_000_000);
  }
  const unpacked = unpackBoard(packBoard(stored));
  expect(unpacked).toEqual(stored);
  expect(parseBoard("posts", unpacked ?? stored)).toEqual(board);
});

test.each(["{", "5", "null", "{}", '{"id":"a","author":"a","subreddit":"a"}', '{"username":"a"}'])(
  "a board with a line of %s counts as none",
  (line) => {
    const whole = '{"id":"b","username":"b","author":"b","subreddit":"b"}';
    const stored = { version: 1, generatedAt: 1, removalVersion: 0 };
    for (const kind of ["users", "posts"] as const) {
      expect(parseBoard(kind, { ...stored, lines: [whole] })).toMatchObject({ kind });
      expect(parseBoard(kind, { ...stored, lines: [whole, line] })).toBeNull();
    }
    const ofUser = '{"id":"a","username":"a"}';
    expect(parseBoard("posts", { ...stored, lines: [whole, ofUser] })).toBeNull();
  },
);
