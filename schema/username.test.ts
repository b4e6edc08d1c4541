import { expect, test } from "vitest";
import { cleanUsername, isSearchable, REDDIT_NAME } from "./username.ts";

test.each([
  ["gemhunter", "gemhunter"],
  ["u/gemhunter", "gemhunter"],
  ["U/gemhunter", "gemhunter"],
  ["/u/gemhunter", "gemhunter"],
  ["  u/ gemhunter ", "gemhunter"],
  ["u/", ""],
  ["   ", ""],
  ["user/u/x", "user/u/x"],
])("%j searches for %j", (typed, name) => {
  expect(cleanUsername(typed)).toBe(name);
});

test("a name has 3 to 20 characters at Reddit, and up to 50 code points in a search", () => {
  for (const name of ["abc", "A_b-1", "a".repeat(20)]) expect(REDDIT_NAME.test(name)).toBe(true);
  for (const name of ["ab", "a".repeat(21), "a b", "abc\n"])
    expect(REDDIT_NAME.test(name)).toBe(false);
  expect(["a", "💎".repeat(50), "", "a".repeat(51)].map(isSearchable)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
