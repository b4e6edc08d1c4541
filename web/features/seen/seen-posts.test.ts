// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { HOUR_MS } from "#schema/time.ts";
import { forgetSeenOnDevice, seenKeys } from "#web/lib/seen-on-device.ts";
import { readStored, writeStored } from "#web/lib/stored.ts";
import {
  forgetSeen,
  MAX_SEEN_CREATORS,
  MAX_SEEN_IDS_PER_CREATOR,
  noteSeen,
  readSeen,
  sinceText,
} from "./seen-posts.ts";

beforeEach(() => localStorage.clear());

const note = (name: string, ids: string[], newest: number, at: number) =>
  noteSeen(name, { start: readSeen(name, at), newest, ids }, at);

test("a first visit has no earlier one; the next has its end and its posts, whatever the spelling", () => {
  expect(readSeen("Ann", HOUR_MS)).toEqual({ before: null, ids: new Set() });
  note("Ann", ["a1", "b2"], 900, HOUR_MS);
  expect(readSeen("aNN", 3 * HOUR_MS)).toEqual({
    before: { at: HOUR_MS, newest: 900 },
    ids: new Set(["a1", "b2"]),
  });
});

test("a page opened again within half an hour belongs to the same visit", () => {
  note("Ann", ["a1"], 900, HOUR_MS);
  note("Ann", ["c3"], 950, 3 * HOUR_MS);
  // Of posts in another order the newest may be missing.
  note("Ann", ["d4"], 920, 3 * HOUR_MS);
  expect(readSeen("Ann", 3 * HOUR_MS + HOUR_MS / 4).before).toEqual({ at: HOUR_MS, newest: 900 });
  expect(readSeen("Ann", 5 * HOUR_MS).before).toEqual({ at: 3 * HOUR_MS, newest: 950 });
});

test("posts seen in this visit count as seen only in the next one, also after a reload", () => {
  note("Ann", ["a1", "b2"], 900, HOUR_MS);
  const start = readSeen("Ann", 3 * HOUR_MS);
  noteSeen("Ann", { start, newest: 950, ids: ["b2", "c3"] }, 3 * HOUR_MS);
  noteSeen("Ann", { start, newest: 950, ids: ["d4"] }, 3 * HOUR_MS);
  const seenAt = (hours: number) => [...readSeen("Ann", hours * HOUR_MS).ids];
  expect(seenAt(3.25)).toEqual(["a1", "b2"]);
  note("Ann", ["e5"], 950, 3.25 * HOUR_MS);
  expect(seenAt(3.5)).toEqual(["a1", "b2"]);
  expect(seenAt(5)).toEqual(["a1", "b2", "c3", "d4", "e5"]);
});

test("a visit that sees nothing new leaves the posts seen before it", () => {
  note("Ann", ["a1", "b2"], 900, HOUR_MS);
  note("Ann", ["b2"], 900, 3 * HOUR_MS);
  expect([...readSeen("Ann", 3.25 * HOUR_MS).ids]).toEqual(["a1", "b2"]);
});

test("a value that an earlier version stored has been seen before this visit", () => {
  localStorage.setItem("seen:ann", `${HOUR_MS} 900 0 0 a1,b2`);
  expect(readSeen("Ann", HOUR_MS).ids).toEqual(new Set(["a1", "b2"]));
});

test("the last posts seen of each creator are kept, each once", () => {
  const ids = Array.from({ length: MAX_SEEN_IDS_PER_CREATOR + 10 }, (_, at) => `p${at}`);
  note("Ann", ids, 1, HOUR_MS);
  note("Ann", ["p500", "new"], 1, HOUR_MS);
  const kept = [...readSeen("Ann", 2 * HOUR_MS).ids];
  expect(kept).toHaveLength(MAX_SEEN_IDS_PER_CREATOR);
  expect(kept.at(-1)).toBe("new");
  expect(kept).not.toContain("p0");
});

test("new creators replace those visited longest ago, so that storage stays bounded", () => {
  const long = Array.from(
    { length: MAX_SEEN_IDS_PER_CREATOR },
    (_, at) => `1${at.toString(36).padStart(6, "a")}`,
  );
  for (let at = 0; at < MAX_SEEN_CREATORS; at += 1) note(`maker_${at}`, long, 1, HOUR_MS + at);
  note("maker_0", long, 1, 2 * HOUR_MS);
  note("newcomer", long, 1, 2 * HOUR_MS);
  expect(seenKeys()).toHaveLength(MAX_SEEN_CREATORS);
  expect(readSeen("maker_0", 9 * HOUR_MS).before).not.toBeNull();
  expect(readSeen("maker_1", 9 * HOUR_MS).before).toBeNull();
  expect(readSeen("maker_2", 9 * HOUR_MS).before).not.toBeNull();
  const characters = seenKeys().reduce((sum, key) => sum + (localStorage[key] as string).length, 0);
  expect(characters).toBeLessThan(900_000);
});

test("forgetting one creator or all removes nothing else", () => {
  localStorage.setItem("theme", "dark");
  note("Ann", ["a1"], 1, HOUR_MS);
  note("Bob", ["b1"], 1, HOUR_MS);
  note("Cat", ["c1"], 1, HOUR_MS);
  forgetSeen("ANN");
  expect(seenKeys().toSorted()).toEqual(["seen:bob", "seen:cat"]);
  forgetSeenOnDevice();
  expect(Object.keys(localStorage)).toEqual(["theme"]);
});

test("an open page does not store again what another tab has forgotten", () => {
  note("Ann", ["a1"], 900, HOUR_MS);
  const start = readSeen("Ann", 3 * HOUR_MS);
  noteSeen("Ann", { start, newest: 950, ids: ["b2"] }, 3 * HOUR_MS);
  forgetSeenOnDevice();
  noteSeen("Ann", { start, newest: 950, ids: ["c3"] }, 3.1 * HOUR_MS);
  noteSeen("Ann", { start, newest: 950, ids: ["d4"] }, 3.2 * HOUR_MS);
  expect(readSeen("Ann", 3.3 * HOUR_MS).before).toBeNull();
  expect(localStorage.getItem("seen:ann")).toBe(`${3.2 * HOUR_MS} 950 0 0 c3,d4 0`);
});

test("a page left open keeps the earlier visit that a newer page has stored", () => {
  note("Ann", ["a1"], 900, HOUR_MS);
  const old = readSeen("Ann", 3 * HOUR_MS);
  noteSeen("Ann", { start: old, newest: 950, ids: ["b2"] }, 3 * HOUR_MS);
  note("Ann", ["c3"], 990, 27 * HOUR_MS);
  noteSeen("Ann", { start: old, newest: 950, ids: ["d4"] }, 27 * HOUR_MS);
  expect(readSeen("Ann", 27 * HOUR_MS).before).toEqual({ at: 3 * HOUR_MS, newest: 950 });
});

test("a visit while the clock was ahead hides no later posts, and ends with the next one", () => {
  const ahead = 48 * HOUR_MS;
  note("Ann", ["a1"], ahead / 1000, ahead);
  note("Ann", ["b2"], 900, 2 * HOUR_MS);
  const end = { at: 2 * HOUR_MS, newest: (2 * HOUR_MS) / 1000 };
  expect(readSeen("Ann", 4 * HOUR_MS)).toEqual({ before: end, ids: new Set(["a1", "b2"]) });
});

test.each([
  ["last visit", `${48 * HOUR_MS} 1 ${50 * HOUR_MS} 180000 a1 1`, 2 * HOUR_MS],
  ["visit before", `${2 * HOUR_MS} 1 ${50 * HOUR_MS} 180000 a1 1`, 2 * HOUR_MS],
  ["newest post of an earlier version", `${HOUR_MS} 180000 0 0 a1 1`, 26 * HOUR_MS],
])("a stored %s in the future counts as at most the present", (_what, text, newest) => {
  localStorage.setItem("seen:ann", text);
  const { before } = readSeen("Ann", 2 * HOUR_MS);
  expect(before?.at).toBeLessThanOrEqual(2 * HOUR_MS);
  expect(before?.newest).toBe(newest / 1000);
});

test("posts seen while the clock is behind are not new in the next visit", () => {
  const post = (9 * HOUR_MS) / 1000;
  note("Ann", ["a1"], post, HOUR_MS);
  expect(readSeen("Ann", 3 * HOUR_MS).before?.newest).toBe(post);
});

test("a creator visited while the clock was ahead does not outlast the others", () => {
  for (let at = 1; at < MAX_SEEN_CREATORS; at += 1) note(`maker_${at}`, ["a1"], 1, HOUR_MS + at);
  note("ahead", ["a1"], 1, 900 * HOUR_MS);
  note("newcomer", ["a1"], 1, 2 * HOUR_MS);
  expect(seenKeys()).toHaveLength(MAX_SEEN_CREATORS);
  expect(seenKeys()).not.toContain("seen:ahead");
});

test.each(["", "x", "1", "0 0 0 0 a", "-5 1 0 0 a", "NaN NaN"])(
  "stored %j is a first visit",
  (text) => {
    localStorage.setItem("seen:ann", text);
    expect(readSeen("Ann", HOUR_MS).before?.at ?? null).toBeNull();
  },
);

test.each([
  ["switched off", "SecurityError"],
  ["full", "QuotaExceededError"],
])("with storage %s, seen posts last as long as the page, and can be forgotten", (_state, name) => {
  const refuse = () => {
    throw new DOMException("refused", name);
  };
  const ignore = () => null;
  const full = { getItem: ignore, setItem: refuse, removeItem: ignore };
  vi.stubGlobal("localStorage", name === "SecurityError" ? undefined : full);
  writeStored("local", "theme", "dark");
  expect(readSeen("Private", HOUR_MS)).toEqual({ before: null, ids: new Set() });
  note("Private", ["a1"], 1, HOUR_MS);
  expect(readSeen("Private", 3 * HOUR_MS).ids).toEqual(new Set(["a1"]));
  expect(seenKeys()).toContain("seen:private");
  forgetSeenOnDevice();
  expect(readSeen("Private", 3 * HOUR_MS)).toEqual({ before: null, ids: new Set() });
  expect(seenKeys()).not.toContain("seen:private");
  expect(readStored("local", "theme"), "nothing else is forgotten").toBe("dark");
});

test.each([
  ["2026-11-20T08:00", "earlier today"],
  ["2026-11-21T08:00", "earlier today"],
  ["2026-11-19T23:59", "yesterday"],
  ["2026-11-17T10:00", "Tuesday"],
  ["2026-11-13T10:00", "November 13"],
  ["2026-10-05T10:00", "October 5"],
  ["2025-11-20T10:00", "November 20, 2025"],
])("a visit of %s is said as %s", (at, text) => {
  expect(sinceText(Date.parse(at), new Date("2026-11-20T12:00"))).toBe(text);
});

test("after a day of 25 hours its first hour is yesterday", () => {
  const inBerlin = (type: "year" | "month" | "day", date: Date) => {
    const format = new Intl.DateTimeFormat("en", { timeZone: "Europe/Berlin", [type]: "numeric" });
    return Number(format.format(date));
  };
  vi.spyOn(Date.prototype, "getFullYear").mockImplementation(function year(this: Date) {
    return inBerlin("year", this);
  });
  vi.spyOn(Date.prototype, "getMonth").mockImplementation(function month(this: Date) {
    return inBerlin("month", this) - 1;
  });
  vi.spyOn(Date.prototype, "getDate").mockImplementation(function day(this: Date) {
    return inBerlin("day", this);
  });
  const at = Date.parse("2026-10-25T00:30+02:00");
  expect(sinceText(at, new Date("2026-10-26T12:00+01:00"))).toBe("yesterday");
});

test("a visit within a week is said by its weekday across the new year", () => {
  const now = new Date("2027-01-02T12:00");
  expect(sinceText(Date.parse("2026-12-29T10:00"), now)).toBe("Tuesday");
  expect(sinceText(Date.parse("2026-12-24T10:00"), now)).toBe("December 24, 2026");
});
