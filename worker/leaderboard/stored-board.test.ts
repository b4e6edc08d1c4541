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
  media: {
    kind: "link",
    platform: "other",
    isEmbedded: false,
    url: "https://x.test",
    poster: null,
    width: 0,
    height: 0,
    caption: "é".repeat(40_000),
  },
  thumbnails: [],
  origins: null,
};
const entry = boardPost(postFromRow(row, 1, new Set()));

test("no title can break a line or a part, and no part outgrows a database row", () => {
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

const user = { id: "t2_a", username: "a", displayName: null, avatarUrl: null, heartCount: 1 };
const WHOLE = { users: { ...user, rank: 1 }, posts: { ...entry, origins: [] } };

test.each<["users" | "posts", unknown]>([
  ["users", 5],
  ["users", null],
  ["users", {}],
  ["users", { ...user, username: undefined }],
  ["users", { ...user, heartCount: "1" }],
  ["posts", 5],
  ["posts", user],
  ["posts", { ...entry, author: undefined }],
  ["posts", { ...entry, heartCount: null }],
  ["posts", { ...entry, rank: "1" }],
  ["posts", { ...entry, authorAvatar: undefined }],
  ["posts", { ...entry, thumbnails: ["https://i.redd.it/x.jpg"] }],
  ["posts", { ...entry, media: { kind: "hologram" } }],
  ["posts", { ...entry, media: { kind: "gallery", items: [row.media, { kind: "hologram" }] } }],
  ["posts", { ...entry, origins: [{ id: "t3_a" }] }],
])("a board of %s with the entry %j counts as none", (kind, other) => {
  const stored = { version: 1, generatedAt: 1, removalVersion: 0 };
  const whole = JSON.stringify(WHOLE[kind]);
  expect(parseBoard(kind, { ...stored, lines: [whole] })).toMatchObject({ kind });
  expect(parseBoard(kind, { ...stored, lines: [whole, JSON.stringify(other)] })).toBeNull();
  expect(parseBoard(kind, { ...stored, lines: [whole, "{"] })).toBeNull();
});
