import { expect, test } from "vitest";
import { adminLoginRequest } from "./admin.ts";
import { loginRequest, signupRequest } from "./auth.ts";
import { changePasswordRequest, deleteAccountRequest } from "./account.ts";
import { feedbackRequest, feedbackUpdate } from "./feedback.ts";
import { fieldErrors } from "./fields.ts";
import { isTargetId, voteStatusRequest } from "./hearts.ts";
import { nsfwSubredditRequest } from "./nsfw-subreddits.ts";
import { preferencesUpdate } from "./preferences.ts";
import { searchRequest } from "./search.ts";

interface Parser {
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: unknown };
}

const fieldsOf = (schema: Parser, value: unknown) => {
  const result = schema.safeParse(value);
  return result.success ? null : fieldErrors(result.error as Parameters<typeof fieldErrors>[0]);
};

test("login names each wrong field, and a missing field has the sentence of an empty one", () => {
  expect(fieldsOf(loginRequest, { username: "", password: "12345" })).toEqual({
    username: "Username is required",
    password: "Password must be at least 6 characters",
  });
  expect(fieldsOf(loginRequest, {})).toEqual({
    username: "Username is required",
    password: "Password must be at least 6 characters",
  });
  expect(fieldsOf(loginRequest, { username: "a".repeat(51), password: "x".repeat(101) })).toEqual({
    username: "Username must be at most 50 characters",
    password: "Password must be at most 100 characters",
  });
  expect(fieldsOf(loginRequest, { username: ["a"], password: {} })).toEqual({
    username: "Username is required",
    password: "Password must be at least 6 characters",
  });
});

test("a password is taken as typed, including spaces at its ends", () => {
  const password = " as typed ";
  for (const schema of [adminLoginRequest, deleteAccountRequest, loginRequest, signupRequest]) {
    const { data } = schema.safeParse({ username: "visitor", password });
    expect(data).toMatchObject({ password });
  }
  const change = { currentPassword: password, newPassword: " another one " };
  expect(changePasswordRequest.safeParse(change).data).toMatchObject(change);
});

test("a username at sign-up is 3 to 30 letters, numbers and underscores", () => {
  const password = "long enough";
  expect(fieldsOf(signupRequest, { username: "ab", password })).toEqual({
    username: "Username must be at least 3 characters",
  });
  expect(fieldsOf(signupRequest, { username: "a".repeat(31), password })).toEqual({
    username: "Username must be at most 30 characters",
  });
  for (const username of ["with space", "dash-ed", "ünïcode", "a\u202Eb_c"]) {
    expect(fieldsOf(signupRequest, { username, password })).toEqual({
      username: "Username can only contain letters, numbers, and underscores",
    });
  }
});

test("optional fields may be absent, empty or null, and are checked when given", () => {
  const base = { username: "good_name", password: "long enough" };
  for (const optional of [{}, { email: "", displayName: "" }, { email: null, displayName: null }]) {
    const result = signupRequest.safeParse({ ...base, ...optional });
    expect(result.data?.email).toBeUndefined();
    expect(result.data?.displayName).toBeUndefined();
    expect(result.success).toBe(true);
  }
  expect(fieldsOf(signupRequest, { ...base, email: "nope" })).toEqual({ email: "Invalid email" });
  expect(fieldsOf(signupRequest, { ...base, displayName: "x".repeat(51) })).toEqual({
    displayName: "Display name must be at most 50 characters",
  });
});

test("lengths are counted in code points: fifty emoji are fifty characters", () => {
  const base = { username: "good_name", password: "long enough" };
  expect(fieldsOf(signupRequest, { ...base, displayName: "💎".repeat(50) })).toBeNull();
  expect(fieldsOf(signupRequest, { ...base, password: "💎".repeat(7) })).toEqual({
    password: "Password must be at least 8 characters",
  });
  const feedback = { title: "t", description: "It does not work." };
  const address = (gems: number) => `https://a.test/${"💎".repeat(gems)}`;
  expect(fieldsOf(feedbackRequest, { ...feedback, url: address(1_985) })).toBeNull();
  expect(fieldsOf(feedbackRequest, { ...feedback, url: address(1_986) })).toEqual({
    url: "Invalid address",
  });
});

const INVISIBLE = ["\u200B\u200D", "\u2060 \uFEFF", "\u3164", "\u2800", "\u202E", "\u00AD\uFE0F"];

test.each(INVISIBLE)("text that cannot be seen is blank: %j", (text) => {
  const signup = { username: "good_name", password: "long enough", displayName: text };
  expect(signupRequest.safeParse(signup).data?.displayName).toBeUndefined();
  expect(fieldsOf(signupRequest, signup)).toBeNull();
  expect(fieldsOf(feedbackRequest, { title: text, description: text.repeat(10) })).toEqual({
    title: "Title is required",
    description: "Please provide more details",
  });
});

test("a text of control characters alone is refused, also where the field is optional", () => {
  const text = "\u0000\u0007\u200B";
  const signup = { username: "good_name", password: "long enough", displayName: text };
  expect(fieldsOf(signupRequest, signup)).toEqual({ displayName: "Invalid display name" });
  expect(fieldsOf(feedbackRequest, { title: text, description: text.repeat(10) })).toEqual({
    title: "Title is required",
    description: "Please provide more details",
  });
});

test("invisible characters between visible ones stay, and a password has any", () => {
  for (const text of ["👩‍🚀", "❤️", "🏴\u{E0067}\u{E007F}", "می‌خواهم"]) {
    const signup = { username: "good_name", password: "long enough", displayName: text };
    expect(signupRequest.safeParse(signup).data?.displayName).toBe(text);
    expect(
      feedbackRequest.safeParse({ title: text, description: text.repeat(10) }).data,
    ).toMatchObject({ title: text, description: text.repeat(10) });
  }
  const password = "\u200B".repeat(8);
  expect(fieldsOf(signupRequest, { username: "good_name", password })).toBeNull();
});

test("a password has one length however a keyboard composes its letters", () => {
  const spellings = ["한국어암호", "é".repeat(7), "é".repeat(100), "é".repeat(101)];
  for (const composed of spellings) {
    const decomposed = composed.normalize("NFD");
    expect(decomposed).not.toBe(composed);
    const accepted = (password: string) =>
      [signupRequest, loginRequest].map(
        (schema) => schema.safeParse({ username: "ann", password }).success,
      );
    expect(accepted(decomposed), composed).toEqual(accepted(composed));
  }
  const { data } = loginRequest.safeParse({ username: "ann", password: "e\u0301".repeat(8) });
  expect(data?.password).toBe("é".repeat(8));
});

test("half an emoji, which no database stores, is the replacement character from the start", () => {
  const half = { title: "cut \uD83D", description: "it ends in \uDC8E here" };
  expect(feedbackRequest.safeParse(half).data).toMatchObject({
    title: "cut \uFFFD",
    description: "it ends in \uFFFD here",
  });
});

test("a search has its defaults and its limits", () => {
  expect(searchRequest.safeParse({ username: "x" }).data).toMatchObject({
    sortBy: "new",
    limit: 25,
  });
  expect(fieldsOf(searchRequest, { username: "  " })).toEqual({ username: "Username is required" });
  expect(fieldsOf(searchRequest, { username: "x".repeat(51), sortBy: "best", limit: 0 })).toEqual({
    username: "Username must be at most 50 characters",
    sortBy: "Sort must be new, hot or top",
    limit: "Limit must be a whole number from 1 to 100",
  });
  for (const limit of [101, "x", 1.5, false]) {
    expect(fieldsOf(searchRequest, { username: "x", limit })).toHaveProperty("limit");
  }
});

test("feedback has the specification's sentences", () => {
  expect(fieldsOf(feedbackRequest, {})).toEqual({
    title: "Title is required",
    description: "Please provide more details",
  });
  const long = {
    title: "t".repeat(201),
    description: "d".repeat(2001),
    email: "x@",
    url: "javascript:1",
  };
  expect(fieldsOf(feedbackRequest, long)).toEqual({
    title: "Title too long",
    description: "Description too long",
    email: "Invalid email",
    url: "Invalid address",
  });
  expect(
    feedbackRequest.safeParse({ title: "t", description: "0123456789", email: "" }).data,
  ).toMatchObject({
    type: "general",
    title: "t",
  });
  const untyped = { title: "t", description: "0123456789", type: "" };
  expect(feedbackRequest.safeParse(untyped).data).toMatchObject({ type: "general" });
  expect(fieldsOf(feedbackRequest, { ...untyped, type: "praise" })).toEqual({
    type: "Choose a type",
  });
  expect(fieldsOf(feedbackUpdate, { status: "", priority: "" })).toHaveProperty("status");
  expect(fieldsOf(feedbackUpdate, {})).toEqual({ status: "Send a status or a priority" });
});

test("an e-mail address has at most 254 characters, the address of a page 2,000", () => {
  const send = (mail: number, page: number) =>
    fieldsOf(feedbackRequest, {
      title: "t",
      description: "0123456789",
      email: `a@${"b.".repeat(100)}${"c".repeat(mail - 202)}`,
      url: "https://unearth.test/".padEnd(page, "x"),
    });
  expect(send(254, 2_000)).toBeNull();
  expect(send(255, 2_001)).toEqual({ email: "Invalid email", url: "Invalid address" });
});

test("a community's name is stored without r/ and in lower case, and must be possible at Reddit", () => {
  for (const name of ["Pics", "r/Pics", "/r/PICS", "R/pics", " pics "]) {
    expect(nsfwSubredditRequest.safeParse({ name }).data).toEqual({ name: "pics" });
  }
  expect(nsfwSubredditRequest.parse({ name: "r/Reddit.com" })).toEqual({ name: "reddit.com" });
  expect(fieldsOf(nsfwSubredditRequest, { name: "r/" })).toEqual({
    name: "Subreddit name is required",
  });
  expect(fieldsOf(nsfwSubredditRequest, { name: "a".repeat(51) })).toEqual({
    name: "Name too long",
  });
  expect(fieldsOf(nsfwSubredditRequest, { name: "no spaces" })).toEqual({
    name: "Invalid subreddit name",
  });
});

test("preferences accept either field or none, and drop unknown fields", () => {
  expect(preferencesUpdate.safeParse({}).data).toEqual({});
  expect(preferencesUpdate.safeParse({ blurEnabled: false, extra: 1 }).data).toEqual({
    blurEnabled: false,
  });
  expect(fieldsOf(preferencesUpdate, { blurEnabled: "yes" })).toHaveProperty("blurEnabled");
});

test("heart targets are Reddit names and ids", () => {
  expect(isTargetId("user", "Some-name_1")).toBe(true);
  expect(isTargetId("user", "t2_abc")).toBe(true);
  expect(isTargetId("post", "t3_1abc")).toBe(true);
  expect(isTargetId("post", "1abc")).toBe(true);
  for (const id of ["ab", "a b", "../x", "x".repeat(21), "naïve"])
    expect(isTargetId("user", id)).toBe(false);
  for (const id of ["", "T3_x", "t3_", "x".repeat(14), "a/b"])
    expect(isTargetId("post", id)).toBe(false);
  for (const [type, id, error] of [
    ["post", "a/b", "That is not a Reddit post id"],
    ["post", "", "That is not a Reddit post id"],
    ["user", "a/b", "That is not a Reddit username"],
    ["post", undefined, "Id must be a string"],
  ]) {
    expect(fieldsOf(voteStatusRequest, { items: [{ type, id }] })).toEqual({ "items.0.id": error });
  }
});

test("a status is asked of at least one item, of a listing also of none", () => {
  for (const none of [{}, { items: null }, { items: "" }, { items: [] }]) {
    const about = JSON.stringify(none);
    expect(fieldsOf(voteStatusRequest, none), about).toEqual({ items: "Name at least one item" });
    const ofListing = { ...none, creator: "Ann" };
    expect(voteStatusRequest.safeParse(ofListing).data, about).toMatchObject({ items: [] });
  }
  for (const items of ["t3_1abc", 5, {}])
    expect(fieldsOf(voteStatusRequest, { items })).toEqual({ items: "Items must be a list" });
});
