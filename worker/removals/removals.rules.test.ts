import { expect, test } from "vitest";
import { feedbackOf } from "./removals.rules.ts";

test("only a web address becomes the link of a request", () => {
  const urlOf = (link: string) => feedbackOf({ kind: "post", link, why: "It shows me." }).url;
  const link = "https://www.reddit.com/r/pics/comments/1abcd9/";
  expect(urlOf(link)).toBe(link);
  for (const other of ["javascript:alert(1)", "data:text/html,x", "u/Some_Name", "https://"])
    expect(urlOf(other), other).toBeNull();
});
