import { expect, test } from "vitest";
import { fieldErrors } from "./fields.ts";
import { removalContactRequest, removalEntryRequest, type RemovalKind } from "./removals.ts";

const parse = (kind: RemovalKind, key: string) =>
  removalEntryRequest.safeParse({ kind, key, reason: "person" });

test.each([
  ["Some_Name-1", "some_name-1"],
  ["u/Some_Name", "some_name"],
  ["/U/Some_Name ", "some_name"],
  ["user/Some_Name", "some_name"],
  ["https://www.reddit.com/user/Some_Name/submitted/?sort=top", "some_name"],
  ["old.reddit.com/u/Some_Name", "some_name"],
  ["https://unearth.example/user/Some_Name?post=abc", "some_name"],
  ["https://www.reddit.com/r/u_Some_Name", "some_name"],
  ["r/u_Some_Name/", "some_name"],
  ["https://www.reddit.com/r/u_Some_Name/comments/1abcd9/a_title/", "some_name"],
  ["u_some_name", "u_some_name"],
  ["\u200eSome_Name\u200f", "some_name"],
  ["u/t2_abc", "t2_abc"],
  ["T2_Cutter", "t2_cutter"],
  ["t2_my_name", "t2_my_name"],
  ["t2_Foo", "t2_foo"],
])("the username in %j is %s", (text, key) => {
  expect(parse("user", text).data).toMatchObject({ key, isAccountId: false });
});

test("an account's id is distinguished from a name", () => {
  expect(parse("user", "t2_abc").data).toMatchObject({ key: "t2_abc", isAccountId: true });
});

test.each([
  "1abcd9",
  "t3_1abcd9",
  "T3_1ABCD9",
  "https://www.reddit.com/r/pics/comments/1abcd9/a_title/",
  "https://www.reddit.com/r/comments/comments/1abcd9/a_title/k3x9/?context=3",
  "https://old.reddit.com/r/pics/comments/1abcd9",
  "http://m.reddit.com/comments/1abcd9/",
  "www.reddit.com/user/Some_Name/comments/1abcd9/a_title/",
  "https://www.reddit.com/r/u_Some_Name/comments/1abcd9/a_title/",
  "https://www.reddit.com/r/pics/duplicates/1abcd9/a_title/",
  "old.reddit.com/duplicates/1abcd9",
  "reddit.com/gallery/1abcd9",
  "https://www.reddit.com/poll/1abcd9",
  "https://www.reddit.com/by_id/t3_1abcd9",
  "https://www.reddit.com/1abcd9/",
  "reddit.com/1ABCD9?utm_source=share",
  "/r/pics/comments/1abcd9/a_title/",
  "r/pics/comments/1abcd9",
  "https://redd.it/1abcd9",
  "redd.it/1abcd9?utm_source=share",
  "https://unearth.example/user/Some_Name?sort=top&post=1abcd9",
  "http://localhost:8787/user/Some_Name?post=1abcd9",
  "https://www.reddit.com/user/Some_Name/comments/1abcd9/a_title/?post=1other",
])("the post in %j is t3_1abcd9", (text) => {
  expect(parse("post", text).data).toMatchObject({ key: "t3_1abcd9" });
});

test.each([
  ["Pics", "pics"],
  ["\u2068r/Pics\u2069", "pics"],
  ["r/Pics", "pics"],
  ["/R/Pics/", "pics"],
  ["https://www.reddit.com/r/Pics/comments/1abcd9/", "pics"],
  ["u_Some-Name", "u_some-name"],
  ["https://www.reddit.com/r/u_Some-Name/", "u_some-name"],
  ["reddit.com", "reddit.com"],
  ["r/Reddit.com", "reddit.com"],
  ["https://www.reddit.com/r/reddit.com/comments/1abcd9/", "reddit.com"],
])("the community in %j is %s", (text, key) => {
  expect(parse("subreddit", text).data).toMatchObject({ key });
});

test.each<[RemovalKind, string, string]>([
  ["user", "ab", "That is not a Reddit username"],
  ["user", "https://www.reddit.com/r/user/comments/1abcd9", "That is not a Reddit username"],
  ["user", "\u212Aelvin", "That is not a Reddit username"],
  ["post", "https://i.redd.it/1abcd9.jpg", "That is not the link or id of a Reddit post"],
  ["post", "https://evil.example/comments/1abcd9", "That is not the link or id of a Reddit post"],
  ["post", "https://evilreddit.com/comments/1abcd9", "That is not the link or id of a Reddit post"],
  ["post", "https://evil.example/1abcd9", "That is not the link or id of a Reddit post"],
  ["post", "https://www.reddit.com/popular", "That is not the link or id of a Reddit post"],
  ["post", "reddit.com/by_id/t3_1abcd9,t3_2", "That is not the link or id of a Reddit post"],
  ["post", "javascript:alert(1)", "That is not the link or id of a Reddit post"],
  [
    "post",
    "https://www.reddit.com/r/pics/s/AbCdEfGh12",
    "Open this share link and copy the address it leads to",
  ],
  ["subreddit", "www.reddit.com", "That is not the name of a community"],
  ["subreddit", "a b", "That is not the name of a community"],
  ["subreddit", "https://www.reddit.com/user/pics", "That is not the name of a community"],
])("as a %s, %j is refused with its own sentence", (kind, text, sentence) => {
  const { error } = parse(kind, text);
  expect(error && fieldErrors(error)).toEqual({ key: sentence });
});

test("each missing field has its own sentence, and an empty note is absent", () => {
  const missing = removalEntryRequest.safeParse({});
  expect(missing.error && fieldErrors(missing.error)).toEqual({
    kind: "Choose what is to be removed",
    key: "Say what is to be removed",
    reason: "Choose a reason",
  });
  const request = { kind: "post", key: "abc", reason: "other" };
  expect(removalEntryRequest.parse({ ...request, note: " " }).note).toBeUndefined();
  const long = removalEntryRequest.safeParse({ ...request, note: "n".repeat(1001) });
  expect(long.error && fieldErrors(long.error)).toEqual({ note: "At most 1,000 characters" });
});

test("a visitor's request names its fields", () => {
  const { error } = removalContactRequest.safeParse({ why: "short", email: "x", minor: "yes" });
  expect(error && fieldErrors(error)).toEqual({
    kind: "Choose what is to be removed",
    link: "Please say which one",
    why: "Please say a little more",
    email: "Invalid email",
    minor: "Send true or false",
  });
});
