import { expect, test } from "vitest";
import { publicListing, publicPost, publicUser } from "./public-fields.ts";

/** Fields that Reddit adds to a post about the visitor and their permissions. */
const ABOUT_THE_VISITOR = {
  saved: true,
  likes: false,
  hidden: true,
  clicked: true,
  visited: true,
  is_friend: true,
  author_is_blocked: true,
  can_mod_post: true,
  user_reports: [["spam", 1]],
  mod_note: "secret",
  mod_reports: [["me", "x"]],
  followed: true,
  send_replies: true,
  view_count: 17,
  a_field_of_next_year: "secret",
};

const post = (fields = {}) => ({ id: "p1", name: "t3_p1", title: "A", ...fields });

test("no field about the visitor leaves with a post, nor with the original of a crosspost", () => {
  const origin = post({ id: "o1", ...ABOUT_THE_VISITOR });
  const crossposted = { crosspost_parent: "t3_o1" };
  const raw = post({ ...ABOUT_THE_VISITOR, ...crossposted, crosspost_parent_list: [origin] });
  expect(publicPost(raw)).toEqual({
    ...post(crossposted),
    crosspost_parent_list: [{ ...post(), id: "o1" }],
  });
});

test("only the public part of a profile leaves, also of the visitor's own", () => {
  const user = {
    name: "Ann",
    id: "a1",
    icon_img: "https://i.redd.it/a.png",
    is_friend: true,
    inbox_count: 4,
    coins: 100,
    has_mail: true,
    email: "ann@example.com",
    pref_nightmode: true,
    subreddit: { title: "Ann's", over_18: true, user_is_subscriber: true, user_is_muted: false },
  };
  expect(publicUser(user)).toEqual({
    name: "Ann",
    id: "a1",
    icon_img: "https://i.redd.it/a.png",
    subreddit: { title: "Ann's", over_18: true },
  });
});

test("posts of communities with restricted reading stay on Reddit", () => {
  const open = ["public", "restricted", "user", "archived"];
  const children = [...open, "private", "employees_only", "gold_only"].map(
    (subreddit_type, index) => ({ kind: "t3", data: post({ id: `p${index}`, subreddit_type }) }),
  );
  const listing = publicListing({ data: { children, after: "t3_p5", modhash: "token" } });
  expect(listing).toEqual({
    children: open.map((_, index) => post({ id: `p${index}` })),
    after: "t3_p5",
    withheld: 3,
  });
  const origin = { ...post({ id: "o1" }), subreddit_type: "private" };
  expect(publicPost(post({ crosspost_parent_list: [origin] }))).toEqual(post());
});

test("comments are left out, and other shapes are read without a throw", () => {
  const children = [
    { kind: "t1", data: post() },
    null,
    "text",
    { kind: "t3" },
    [],
    { kind: "t3", data: [] },
  ];
  expect(publicListing({ data: { children, after: 7 } })).toEqual({
    children: [],
    after: null,
    withheld: 0,
  });
  expect(publicListing({ data: { children: [], after: "javascript:alert(1)" } })?.after).toBeNull();
  const polluted = JSON.parse('{"id":"p1","__proto__":{"saved":true},"constructor":1}') as unknown;
  expect(publicPost(polluted)).toEqual({ id: "p1" });
});
