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
  ["gemhunter/", "gemhunter"],
  ["u/gemhunter/", "gemhunter"],
  ["/", ""],
  ["a/b?c#d", "a/b?c#d"],
  ["\u200egemhunter\u200f", "gemhunter"],
  ["\u2068u/gemhunter\u2069", "gemhunter"],
  ["\ufeff gem\u200bhunter", "gemhunter"],
  ["u/a/b?c", "a/b?c"],
])("%j searches for %j", (typed, name) => {
  expect(cleanUsername(typed)).toBe(name);
});

test.each([
  "https://www.reddit.com/user/Gem_hunter-1",
  "https://www.reddit.com/user/Gem_hunter-1/",
  " HTTP://Reddit.com/U/Gem_hunter-1?utm_source=share ",
  "https://old.reddit.com/user/Gem_hunter-1/submitted/?sort=top#top",
  "reddit.com/u/Gem_hunter-1",
  "www.reddit.com/user/Gem_hunter-1#x",
  "/user/Gem_hunter-1",
  "/user/Gem_hunter-1/",
  "https://www.reddit.com/r/u_Gem_hunter-1/comments/1abcd9/a_title/",
  "/r/u_Gem_hunter-1",
])("the profile's address %j searches for its name", (address) => {
  expect(cleanUsername(address)).toBe("Gem_hunter-1");
});

test.each([
  "https://example.com/user/gemhunter",
  "https://notreddit.com/user/gemhunter",
  "https://www.reddit.com.example/user/gemhunter",
  "https://www.reddit.com/r/gems",
])("the address %j is no profile's", (address) => {
  expect(cleanUsername(address)).toBe(address);
});

test("a profile's address without a name is an empty search", () => {
  for (const address of ["https://www.reddit.com/user/", "reddit.com/u/?x", "/user/"])
    expect(cleanUsername(address)).toBe("");
});

test("hostile text of a megabyte is read once", () => {
  const long = "a".repeat(1_000_000);
  for (const [start, end] of [
    ["", "/"],
    ["https://", "."],
    ["/user/", "\n"],
    ["reddit.com/u/", "?"],
  ])
    expect(cleanUsername(`${start}${long}${end}x`)).toContain(long);
  expect(cleanUsername(`${"/".repeat(1_000_000)}x`)).toHaveLength(1_000_001);
});

test("the longest name survives in an address cut at the search field's 60 characters", () => {
  const name = "a".repeat(20);
  const address = `https://www.reddit.com/user/${name}/submitted/?sort=top`;
  expect(cleanUsername(address.slice(0, 60))).toBe(name);
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
