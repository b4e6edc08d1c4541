// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { picturePosts } from "#normalise/testing/raw-posts.ts";
import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import {
  installCompanion,
  pageRequest,
  removeCompanion,
  statusesAnswer,
} from "#web/testing/companion.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { fetchAbout } from "./companion-about.ts";
import { fetchPage, type PageRequest } from "./companion-listing.ts";
import { chooseOwnReddit } from "./use-source.ts";

const user = { name: "Ann", id: "a1", subreddit: { title: "Ann's pictures" } };
const PROFILE = { ok: true, body: { state: "ok", user } };
const REFUSED = { ok: false, reason: "rate_limited" };
const LISTING = { ok: true, body: { state: "ok", children: picturePosts(2), after: null } };
const FORBIDDEN = { ok: true, body: { state: "forbidden" } };

const TITLED = { userInfo: { username: "Ann", title: "Ann's pictures" } };
const UNTITLED = { userInfo: { username: "ann", title: "ann" } };

beforeEach(() => {
  vi.stubGlobal("fetch", async () => statusesAnswer(false));
});

afterEach(() => {
  removeCompanion();
  vi.useRealTimers();
  localStorage.clear();
});

function companion() {
  const client = createQueryClient();
  const answers = { listing: LISTING as object, about: PROFILE as object };
  const asked = installCompanion(({ type }) =>
    type === "about" ? answers.about : answers.listing,
  );
  const search: PageRequest["search"] = async () => searchAnswer({ source: "reddit" });
  const page = (more: Partial<PageRequest> = {}) =>
    fetchPage(pageRequest({ client, search, ...more }));
  return {
    client,
    answers,
    asked,
    page,
    abouts: () => asked.filter(({ type }) => type === "about"),
  };
}

test("three orders of a creator ask for the profile once, and another creator for theirs", async () => {
  const { page, abouts } = companion();
  for (const sortBy of ["new", "hot", "top"] as const)
    expect(await page({ sortBy })).toMatchObject(TITLED);
  expect(await page({ username: "ANN" })).toMatchObject(TITLED);
  expect(abouts()).toHaveLength(1);
  await page({ username: "ben" });
  expect(abouts()).toEqual(["ann", "ben"].map((username) => ({ type: "about", username })));
});

test("orders that are left before the profile came wait for one profile together", async () => {
  const { page, abouts } = companion();
  const left = new AbortController();
  const first = page({ sortBy: "hot", signal: left.signal }).catch(() => undefined);
  left.abort();
  expect(await page({ sortBy: "top" })).toMatchObject(TITLED);
  await first;
  expect(abouts()).toHaveLength(1);
});

test("a refused profile is asked for again with the next order", async () => {
  const { page, answers, abouts } = companion();
  answers.about = REFUSED;
  expect(await page({ sortBy: "hot" })).toMatchObject(UNTITLED);
  answers.about = PROFILE;
  expect(await page({ sortBy: "top" })).toMatchObject(TITLED);
  answers.about = REFUSED;
  expect(await page({ sortBy: "hot" })).toMatchObject(TITLED);
  expect(abouts()).toHaveLength(2);
});

test("a profile older than five minutes is asked for again", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { page, abouts } = companion();
  await page();
  vi.advanceTimersByTime(5 * MINUTE_MS);
  await page();
  expect(abouts()).toHaveLength(2);
});

test("a refused listing needs a profile asked for since: Reddit may refuse the visitor", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { page, answers, abouts } = companion();
  await page();
  vi.advanceTimersByTime(1_000);
  answers.listing = FORBIDDEN;
  expect(await page({ sortBy: "hot" })).toMatchObject({ profileState: "hidden" });
  expect(abouts()).toHaveLength(2);
  vi.advanceTimersByTime(1_000);
  answers.about = FORBIDDEN;
  expect(await page({ sortBy: "top" })).toMatchObject({ refused: { reason: "blocked" } });
});

test("the listing after a yes uses the profile whose request asked for consent", async () => {
  const { client, page, asked } = companion();
  document.documentElement.setAttribute(COMPANION_ATTRIBUTE, "off");
  chooseOwnReddit(client, "ann");
  document.documentElement.setAttribute(COMPANION_ATTRIBUTE, "on");
  expect(await page()).toMatchObject(TITLED);
  expect(asked.map(({ type }) => type)).toEqual(["about", "hello", "listing"]);
});

test("an answer that came since then is not asked for again, even if it has no profile", async () => {
  const { client, answers, abouts } = companion();
  answers.about = { ok: true, body: { state: "missing" } };
  const since = Date.now() - 1;
  await fetchAbout(client, "ann");
  await fetchAbout(client, "ann", since);
  expect(abouts()).toHaveLength(1);
  await fetchAbout(client, "ann");
  expect(abouts()).toHaveLength(2);
});
