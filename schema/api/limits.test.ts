import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { isTooLongToLogIn, loginRequest, signupRequest } from "./auth.ts";
import { changePasswordRequest, deleteAccountRequest } from "./account.ts";
import { FEEDBACK_TYPES, feedbackRequest, feedbackUpdate } from "./feedback.ts";
import { fieldErrors, limitField } from "./fields.ts";
import { MAX_FOLLOWED } from "../max-followed.ts";
import { followingRequest } from "./following.ts";
import { isTargetId, voteStatusRequest } from "./hearts.ts";
import { nsfwSubredditRequest } from "./nsfw-subreddits.ts";
import { searchRequest } from "./search.ts";
import { removalContactRequest, removalKey, removalEntryRequest } from "./removals.ts";

type Fields = Record<string, unknown>;

const errorsOf = (schema: z.ZodMiniType, value: unknown): Record<string, string> => {
  const { error } = schema.safeParse(value);
  return error ? fieldErrors(error) : {};
};

const LOGIN = { username: "ann", password: "secret" };
const SIGNUP = { username: "ann", password: "long enough" };
const CHANGE = { currentPassword: "x", newPassword: "long enough" };
const FEEDBACK = { title: "t", description: "0123456789" };
const REMOVAL = { kind: "user", key: "some_name", reason: "other" };
const CONTACT = { kind: "post", link: "t3_a", why: "0123456789" };

/** The shortest and the longest text of each field, 0 where it is optional: one character fewer or more is refused. */
test.each<[string, z.ZodMiniType, Fields, string, number, number]>([
  ["login", loginRequest, LOGIN, "username", 1, 50],
  ["login", loginRequest, LOGIN, "password", 6, 100],
  ["login", loginRequest, LOGIN, "challenge", 0, 2_048],
  ["sign-up", signupRequest, SIGNUP, "username", 3, 30],
  ["sign-up", signupRequest, SIGNUP, "displayName", 0, 50],
  ["sign-up", signupRequest, SIGNUP, "password", 8, 100],
  ["password change", changePasswordRequest, CHANGE, "currentPassword", 1, 100],
  ["password change", changePasswordRequest, CHANGE, "newPassword", 8, 100],
  ["deletion", deleteAccountRequest, { password: "x" }, "password", 1, 100],
  ["feedback", feedbackRequest, FEEDBACK, "title", 1, 200],
  ["feedback", feedbackRequest, FEEDBACK, "description", 10, 2_000],
  ["removal", removalEntryRequest, REMOVAL, "note", 0, 1_000],
  ["removal form", removalContactRequest, CONTACT, "link", 1, 2_000],
  ["removal form", removalContactRequest, CONTACT, "why", 10, 2_000],
  ["adult community", nsfwSubredditRequest, { name: "pics" }, "name", 2, 50],
  ["search", searchRequest, { username: "ann" }, "username", 1, 50],
])("%s: %s has from %i to %i characters", (_, schema, valid, name, least, most) => {
  const errors = (length: number) =>
    Object.keys(errorsOf(schema, { ...valid, [name]: "a".repeat(length) }));
  for (const length of [least, most]) expect(errors(length)).toEqual([]);
  expect(errors(most + 1)).toEqual([name]);
  expect(errors(Math.max(0, least - 1))).toEqual(least > 0 ? [name] : []);
});

test("what is to be removed has at most 2,000 characters, before it is read as a name or an address", () => {
  const errorOf = (length: number) =>
    errorsOf(removalEntryRequest, { ...REMOVAL, key: "a".repeat(length) })["key"];
  expect(errorOf(2_000)).toBe("That is not a Reddit username");
  expect(errorOf(2_001)).toBe("At most 2,000 characters");
});

test("spaces at both ends of a text are left out", () => {
  const typed = { title: " t\n", description: "\t0123456789 " };
  expect(feedbackRequest.safeParse(typed).data).toMatchObject(FEEDBACK);
});

test("an e-mail address that is too long to log in with is named as one", () => {
  const mail = `${"a".repeat(40)}@b.example`;
  expect(isTooLongToLogIn(mail)).toBe(false);
  expect(isTooLongToLogIn(`a${mail}`)).toBe(true);
  expect(isTooLongToLogIn(` ${mail} `)).toBe(false);
  expect(errorsOf(loginRequest, { ...LOGIN, username: `a${mail}` })["username"]).toMatch(
    /^This email address is too long/,
  );
});

test.each([
  ["a@b.test", true],
  [" a@b.test ", true],
  [`${"a".repeat(64)}@b.test`, true],
  [`a@${"b".repeat(63)}.test`, true],
  [`a@b.${"c".repeat(63)}`, true],
  [`${"a".repeat(65)}@b.test`, false],
  [`a@${"b".repeat(64)}.test`, false],
  [`a@b.${"c".repeat(64)}`, false],
  ["a b@c.test", false],
  ["a@b.test c", false],
  ["a@b", false],
  ["a@-b.test", false],
  ["a@b.test-", false],
])("%j is an e-mail address: %s", (email, isOne) => {
  expect(errorsOf(feedbackRequest, { ...FEEDBACK, email })).toEqual(
    isOne ? {} : { email: "Invalid email" },
  );
});

test("?limit= is a whole number from 1 to 100", () => {
  const read = (text: string) => limitField(20).safeParse(text).data;
  expect(["1", "20", "100"].map(read)).toEqual([1, 20, 100]);
  for (const wrong of ["101", "1000", "1e1", "+1", "1.0", " 1", "0x1", "01", "001"])
    expect(read(wrong), wrong).toBeUndefined();
});

test.each([
  [" https://a.test/\n", "https://a.test/"],
  ["HTTP://a.test", "HTTP://a.test"],
  ["https://a.test/\uD800", "https://a.test/\uFFFD"],
  ["ht\ntps://a.test", null],
  ["https://a.test/\tb", null],
  ["https://", null],
  ["ftp://a.test", null],
])("the address %j of feedback is stored as %j", (url, stored) => {
  expect(feedbackRequest.safeParse({ ...FEEDBACK, url }).data?.url ?? null).toBe(stored);
});

test("a body that is no object has one error, and a field only its first", () => {
  expect(errorsOf(loginRequest, null)).toHaveProperty("body");
  const error = { issues: ["first", "second"].map((message) => ({ path: ["a", 0], message })) };
  expect(fieldErrors(error as never)).toEqual({ "a.0": "first" });
});

test("feedback takes each of its types, an address over http, and a status or a priority", () => {
  for (const type of FEEDBACK_TYPES)
    expect(errorsOf(feedbackRequest, { ...FEEDBACK, type })).toEqual({});
  const url = "http://unearth.test/";
  expect(errorsOf(feedbackRequest, { ...FEEDBACK, url })).toEqual({});
  for (const update of [{ status: "closed" }, { priority: "low" }])
    expect(feedbackUpdate.safeParse(update).data).toEqual(update);
});

const posts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ type: "post", id: `p${index}` }));
const origins = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `t3_o${index}`, author: "" }));

test.each([
  ["100 items", { items: posts(100) }, {}],
  ["101 items", { items: posts(101) }, { items: "At most 100 items at once" }],
  ["a user", { items: [{ type: "user", id: "ann" }] }, {}],
  ["an empty listing", { creator: "Ann", items: [] }, {}],
  ["a listing with 500 origins", { creator: "Ann", items: [], origins: origins(500) }, {}],
  [
    "a listing with 501 origins",
    { creator: "Ann", items: [], origins: origins(501) },
    { origins: "At most 500 origins at once" },
  ],
  [
    "a listing with a user",
    { creator: "Ann", items: [{ type: "user", id: "ann" }] },
    { items: "A listing has only posts" },
  ],
  [
    "a listing of a name that Reddit does not allow",
    { creator: "../ann", items: [] },
    { creator: "That is not a Reddit username" },
  ],
  [
    "a target of another type",
    { items: [{ type: "subreddit", id: "pics" }] },
    { "items.0.type": "Type must be user or post" },
  ],
])("the status of %s", (_, request, errors) => {
  expect(errorsOf(voteStatusRequest, request)).toEqual(errors);
});

test("targets are as long as Reddit's names and ids", () => {
  for (const id of ["abc", "a".repeat(20), "t2_a", `t2_${"a".repeat(13)}`, `t2_${"a".repeat(17)}`])
    expect(isTargetId("user", id), id).toBe(true);
  expect(isTargetId("user", `t2_${"a".repeat(18)}`)).toBe(false);
  for (const id of ["a", `t3_${"a".repeat(13)}`]) expect(isTargetId("post", id), id).toBe(true);
  expect(isTargetId("post", `t3_${"a".repeat(14)}`)).toBe(false);
});

const names = (count: number) => Array.from({ length: count }, (_, index) => `name_${index}`);

test("a device follows at most 24 creators, and a page of the feed begins at a post", () => {
  expect(MAX_FOLLOWED).toBe(24);
  expect(errorsOf(followingRequest, { users: names(24), tried: names(24), limit: 50 })).toEqual({});
  expect(errorsOf(followingRequest, { users: names(25), limit: 51 })).toEqual({
    users: "Name at most 24 creators",
    limit: "Limit must be a whole number from 1 to 50",
  });
  expect(errorsOf(followingRequest, { users: "ann", tried: 1 })).toEqual({
    users: "Users must be a list",
    tried: "Tried must be a list",
  });
  expect(errorsOf(followingRequest, { users: ["../ann"] })).toEqual({
    "users.0": "That is not a Reddit username",
  });
  expect(followingRequest.safeParse({}).data).toMatchObject({
    limit: 12,
    refresh: false,
    tried: [],
  });
  const cursor = (after: string) => Object.keys(errorsOf(followingRequest, { after }));
  expect(cursor("tn2k0w-t3_1abcd9")).toEqual([]);
  for (const wrong of ["x t-t3_a", "t3_a", "t-t3_", "t-t3_a b", `${"t".repeat(9)}-t3_a`])
    expect(cursor(wrong), wrong).toEqual(["after"]);
});

test.each([
  ["https://www.reddit.com/tb/1abcd9", "t3_1abcd9"],
  ["https://www.reddit.com/u/Ann/comments/1abcd9/a_title/", "t3_1abcd9"],
  ["REDDIT.COM/r/pics/comments/1abcd9", "t3_1abcd9"],
  ["https://www.redd.it/1abcd9", "t3_1abcd9"],
  [" 1abcd9 ", "t3_1abcd9"],
  ["1234567890123", "t3_1234567890123"],
  ["https://www.reddit.com/r/pics/comments/1abcd9/?post=zzz", "t3_1abcd9"],
  ["https://www.reddit.com/wiki/r/pics/comments/1abcd9", null],
  ["https://evilredd.it/1abcd9", null],
  ["https://redd.it.evil.example/1abcd9", null],
  ["https://reddit.com.evil.example/comments/1abcd9", null],
  ["ftp://www.reddit.com/comments/1abcd9", null],
  ["https://redd.it/", null],
  ["xt3_1abcd9", null],
  ["12345678901234", null],
])("the post in %j is %j", (text, key) => {
  expect(removalKey("post", text)).toBe(key);
});

test("a community is found in its own address only, and t2_ in one is no account", () => {
  expect(removalKey("subreddit", "https://www.reddit.com/r/Pics/new/")).toBe("pics");
  expect(removalKey("subreddit", "https://www.reddit.com/user/ann/r/pics")).toBeNull();
  const community = removalEntryRequest.safeParse({ ...REMOVAL, kind: "subreddit", key: "t2_abc" });
  expect(community.data).toEqual({
    ...REMOVAL,
    kind: "subreddit",
    key: "t2_abc",
    isAccountId: false,
  });
});

test("a share link is named as one, with its parameters too", () => {
  const key = "https://www.reddit.com/r/pics/s/AbCdEfGh12?utm_source=share";
  expect(errorsOf(removalEntryRequest, { ...REMOVAL, kind: "post", key })["key"]).toMatch(
    /share link/,
  );
  expect(errorsOf(removalEntryRequest, { ...REMOVAL, key })["key"]).toMatch(/username/);
});
