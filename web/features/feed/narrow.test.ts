import { NO_NARROWING, type Narrowing } from "#schema/choices.ts";
import { expect, test } from "vitest";
import { postOf } from "#web/testing/posts.ts";
import {
  communitiesIn,
  communityName,
  countCommunities,
  dayOf,
  matchesName,
  narrowPosts,
  toggleCommunity,
} from "./narrow.ts";

const at = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;
const posts = [
  postOf({ id: "t3_1", subreddit: "Opals", title: "Ópal noir", created: at("2023-06-01") }),
  postOf({ id: "t3_2", subreddit: "Opals", title: "Cafe\u0301 opal", created: at("2023-05-01") }),
  postOf({ id: "t3_3", subreddit: "Agates", title: "Lace agate", created: at("2023-04-30") }),
  postOf({
    id: "t3_4",
    subreddit: "u_gemhunter",
    title: "STRASSE",
    created: at("2022-01-01"),
    mediaType: "video",
    alsoIn: [{ subreddit: "agates", permalink: "/r/agates/1", redditUrl: "https://reddit.com/1" }],
  }),
];

const idsOf = (narrowing: Partial<Narrowing>) =>
  narrowPosts(posts, { ...NO_NARROWING, ...narrowing }).map(({ id }) => id.slice(3));

test("a community matches in any spelling, and a merged repost matches each of its communities", () => {
  expect(idsOf({ r: "opals" })).toEqual(["1", "2"]);
  expect(idsOf({ r: "AGATES,opals" })).toEqual(["1", "2", "3", "4"]);
  expect(idsOf({ r: "nowhere_to_be_found" })).toEqual([]);
});

test("a profile's community may have a hyphen in its name", () => {
  const post = postOf({ id: "t3_5", subreddit: "u_North-Light" });
  const r = toggleCommunity(null, "u_North-Light");
  expect(narrowPosts([...posts, post], { ...NO_NARROWING, r })).toEqual([post]);
  expect(toggleCommunity(r, "u_north-light")).toBeNull();
  expect(communitiesIn("north-light")).toEqual([]);
});

test("Reddit's first community, which has a dot in its name, can be chosen", () => {
  const post = postOf({ id: "t3_6", subreddit: "reddit.com" });
  const r = toggleCommunity(null, "reddit.com");
  expect(narrowPosts([...posts, post], { ...NO_NARROWING, r })).toEqual([post]);
  expect(toggleCommunity(r, "reddit.com")).toBeNull();
  expect(communitiesIn("reddit_com,other.com")).toEqual(["reddit_com"]);
});

test("a profile's community has its user's name", () => {
  expect(["u_gemhunter", "Opals"].map(communityName)).toEqual(["u/gemhunter", "r/Opals"]);
});

test("a title must contain all words, in any case, accents and Unicode composition", () => {
  expect(idsOf({ q: "opal" })).toEqual(["1", "2"]);
  expect(idsOf({ q: "CAFÉ" })).toEqual(["2"]);
  expect(idsOf({ q: "cafe\u0301  ÓPAL" })).toEqual(["2"]);
  expect(idsOf({ q: "opal agate" })).toEqual([]);
  expect(idsOf({ q: "   " })).toHaveLength(4);
  expect(idsOf({ q: "(" })).toEqual([]);
});

test.each([
  ["don't", "I don’t know"],
  ["don’t", "I don't know"],
  ["don‘t", "I donʼt know"],
  ["don't", "I don´t know"],
  ['"opal"', "“Opal” I was told"],
  ["strasse", "Straße"],
  ["straße", "STRASSE"],
  ["lodz", "Łódź at night"],
  ["orsted", "Ørsted"],
  ["dorde", "Đorđe"],
  ["aether oeuvre", "Æther Œuvre"],
])("%s finds the title %s", (q, title) => {
  const post = postOf({ title });
  expect(narrowPosts([post], { ...NO_NARROWING, q })).toEqual([post]);
});

test("before leaves out its own day or month", () => {
  expect(idsOf({ before: "2023-05" })).toEqual(["3", "4"]);
  expect(idsOf({ before: "2023-05-02" })).toEqual(["2", "3", "4"]);
});

test("an invalid day or community filters nothing", () => {
  for (const before of [
    "2023",
    "2023-13",
    "2023-02-31",
    "soon",
    "2023-1-1",
    "1969-12-31",
    "2004-12",
    "",
  ])
    expect(dayOf(before), before).toBeNull();
  expect(idsOf({ before: "soon" })).toHaveLength(4);
  expect(communitiesIn("r/Opals, opals,,<b>,a, /r/Agates")).toEqual(["Opals", "Agates"]);
  expect(communitiesIn(null)).toEqual([]);
});

test("counts of communities respect the other filters, and a chosen one stays listed at zero", () => {
  const counts = (narrowing: Partial<Narrowing>, filter: "all" | "video" = "all") =>
    countCommunities(posts, { ...NO_NARROWING, ...narrowing }, filter).map(
      ({ name, count }) => `${name} ${count}`,
    );
  expect(counts({})).toEqual(["Agates 2", "Opals 2", "u_gemhunter 1"]);
  expect(counts({ r: "Opals" })).toEqual(["Agates 2", "Opals 2", "u_gemhunter 1"]);
  expect(counts({ q: "opal" })).toEqual(["Opals 2", "Agates 0", "u_gemhunter 0"]);
  expect(counts({ r: "rubies" }, "video")).toEqual([
    "Agates 1",
    "u_gemhunter 1",
    "Opals 0",
    "rubies 0",
  ]);
});

test("a community is chosen and removed in any spelling", () => {
  expect(toggleCommunity(null, "Opals")).toBe("Opals");
  expect(toggleCommunity("Opals", "Agates")).toBe("Opals,Agates");
  expect(toggleCommunity("Opals,agates", "Agates")).toBe("Opals");
  expect(toggleCommunity("Opals", "opals")).toBeNull();
});

test("a community is found with or without r/", () => {
  expect(matchesName("Gemstones_Daily", " r/gem")).toBe(true);
  expect(matchesName("Opals", "gem")).toBe(false);
});
