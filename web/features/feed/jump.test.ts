import { expect, test } from "vitest";
import { isJumpShown } from "./jump.ts";

type Shown = Parameters<typeof isJumpShown>;

const jumpOf = (posts: unknown[], hasNextPage: boolean, isLoadingError = false) =>
  ({ data: { pages: [{ posts }] }, hasNextPage, isLoadingError }) as unknown as Shown[0];
const listingOf = (source: string) => ({ data: { pages: [{ source }] } }) as unknown as Shown[1];

test.each([
  ["with posts", jumpOf([{}], false), "reddit", true],
  ["without posts", jumpOf([], false), "reddit", false],
  ["whose first page alone has no posts", jumpOf([], true), "reddit", true],
  ["without posts, of a listing that has come to the archive,", jumpOf([], false), "archive", true],
  ["that failed", jumpOf([], false, true), "archive", false],
])("a jump %s is shown, or the listing goes on", (_, jump, source, isShown) => {
  expect(isJumpShown(jump, listingOf(source))).toBe(isShown);
});
