import { expect, test } from "vitest";
import { cleanUsername } from "./username.ts";

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
