import { expect, test } from "vitest";
import { MINOR_SENTENCE } from "#schema/api/removals.ts";
import { feedbackOf } from "#web/testing/feedback.ts";
import { draftIn, draftOfRequest } from "./removal-draft.ts";

/** Looks like a name, and like a post's id. */
const WHY = "sorry";

const requestOf = (title: string, paragraphs: string[], url: string | null = null) =>
  feedbackOf({ type: "removal", title, description: paragraphs.join("\n\n"), url });

const POST_LINK = "https://www.reddit.com/r/pics/comments/1abcd9/a_title/";
const SHARE_LINK = "https://www.reddit.com/r/pics/s/AbCdEfGh12";

test.each([
  ["Remove a post", [POST_LINK, WHY], POST_LINK, { kind: "post", key: POST_LINK }],
  ["Remove a post", [MINOR_SENTENCE, "1abcd9", WHY], null, { kind: "post", key: "1abcd9" }],
  ["Remove a person's posts", ["u/Gem_Hunter", WHY], null, { kind: "user", key: "u/Gem_Hunter" }],
  ["Remove a person's posts", [MINOR_SENTENCE, "Gem_1", WHY], null, { kind: "user", key: "Gem_1" }],
  ["Remove a community", ["r/pics", WHY], null, { kind: "subreddit", key: "r/pics" }],
])("%s, %j: the form gets the kind and the link", (title, paragraphs, url, removal) => {
  expect(draftOfRequest(requestOf(title, paragraphs, url))).toEqual({ removal });
});

test("a link that names no post or creator is filled in unchanged, whatever its reason looks like", () => {
  const why = ["Hi", "The first one, please. Thank you."];
  const shared = requestOf("Remove a post", [SHARE_LINK, ...why], SHARE_LINK);
  expect(draftOfRequest(shared).removal.key).toBe(SHARE_LINK);
  const words = requestOf("Remove a person's posts", ["the red one", ...why]);
  expect(draftOfRequest(words).removal.key).toBe("the red one");
});

test("a history entry without a valid draft fills in nothing", () => {
  expect(draftIn({ removal: { kind: "post", key: "abc" } })).toEqual({ kind: "post", key: "abc" });
  for (const state of [null, "x", {}, { removal: 1 }, { removal: { kind: "planet", key: "a" } }])
    expect(draftIn(state)).toBeNull();
});
