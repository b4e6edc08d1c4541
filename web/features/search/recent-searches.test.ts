import { expect, test } from "vitest";
import { withRecent } from "./recent-searches.ts";

test("the newest name is first, a repeated name moves up in any letter case, and six are kept", () => {
  const six = ["a", "b", "c", "d", "e", "f"];
  expect(withRecent(six, "g")).toEqual(["g", "a", "b", "c", "d", "e"]);
  expect(withRecent(six, "C")).toEqual(["C", "a", "b", "d", "e", "f"]);
});
