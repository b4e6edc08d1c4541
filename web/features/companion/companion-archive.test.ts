// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { picturePost, picturePosts, textPost } from "#normalise/testing/raw-posts.ts";
import {
  installCompanion,
  pageRequest,
  removeCompanion,
  statusesAnswer,
} from "#web/testing/companion.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { postOf } from "#web/testing/posts.ts";
import { fetchPage, type PageRequest } from "./companion-listing.ts";
import { isArchived, type ListingAnswer } from "./listing-answer.ts";

const DAY = 86_400;
const LAST = Date.UTC(2024, 0, 31, 18) / 1000;
const SERVER = searchAnswer({ source: "archive" });

let hasArchive = true;

beforeEach(() => {
  hasArchive = true;
  vi.stubGlobal("fetch", async () => statusesAnswer(hasArchive));
});

afterEach(() => removeCompanion());

const search = vi.fn<PageRequest["search"]>(async () => SERVER);

const page = (pageParam: string | null, more: Partial<PageRequest> = {}) =>
  fetchPage(pageRequest({ pageParam, search, ...more }));

/** Answers listings with `batches` in order. */
function companion(...batches: object[][]): void {
  const left = batches.map((children, at) => ({
    state: "ok",
    children,
    after: at + 1 < batches.length ? `t3_after${at}` : null,
  }));
  const about = { state: "ok", user: { name: "Ann" } };
  installCompanion(({ type }) => ({ ok: true, body: type === "about" ? about : left.shift() }));
}

/** All pages of Reddit's listing. */
async function walk(): Promise<ListingAnswer[]> {
  const pages = [await page(null)];
  while (pages.at(-1)?.nextPage?.startsWith("batch:"))
    pages.push(await page(pages.at(-1)?.nextPage ?? "", { pages }));
  return pages;
}

const text = (index: number, created_utc: number) => ({ ...textPost(index), created_utc });

test.each([
  ["is text", [picturePost(1, { created_utc: LAST + 9 * DAY }), text(2, LAST)]],
  ["has media", [text(2, LAST + 9 * DAY), picturePost(1, { created_utc: LAST })]],
])(
  "after a thousand posts, if the server has an archive, it continues at the day of the last one, which %s",
  async (_, last) => {
    const ended = (sortBy: "new" | "top" = "new") => {
      companion(last);
      return page("batch:t3_p0:999", { sortBy });
    };
    expect(await ended()).toMatchObject({
      nextPage: "older:2024-02-01",
      hasArchive: true,
      checked: true,
    });
    expect((await ended("top")).nextPage).toBeNull();
    hasArchive = false;
    expect((await ended()).nextPage).toBeNull();
  },
);

test("a thousand posts without any media are followed by the archive's older ones", async () => {
  companion(
    ...Array.from({ length: 10 }, (_, batch) =>
      Array.from({ length: 100 }, (__, at) => text(at, LAST + (999 - batch * 100 - at) * DAY)),
    ),
  );
  const pages = await walk();
  expect(pages.flatMap(({ posts }) => posts)).toEqual([]);
  const older = pages.at(-1)?.nextPage ?? "";
  expect(older).toBe("older:2024-02-01");
  const posts = [
    postOf({ id: "t3_newer", created: LAST + 60 }),
    postOf({ id: "t3_older", created: LAST - DAY }),
  ];
  search.mockResolvedValueOnce({ ...SERVER, posts });
  expect((await page(older, { pages })).posts.map(({ id }) => id)).toEqual(["t3_older"]);
});

test("a pinned post of another year, which Reddit lists first, does not decide where the archive continues", async () => {
  const pinned = picturePost(0, { created_utc: Date.UTC(2021, 4, 1) / 1000 });
  const rest = Array.from({ length: 8 }, () => [text(1, LAST + DAY)]);
  companion([pinned, picturePost(1, { created_utc: LAST + 9 * DAY })], ...rest, [text(2, LAST)]);
  const pages = await walk();
  expect(pages[0]?.posts.map(({ id }) => id)).toEqual(["t3_p0", "t3_p1"]);
  const older = pages.at(-1)?.nextPage ?? "";
  expect(older).toBe("older:2024-02-01");
  const posts = [
    postOf({ id: "t3_newer", created: LAST + 60 }),
    postOf({ id: "t3_older", created: LAST - DAY }),
    postOf({ id: "t3_p0", created: Date.UTC(2021, 4, 1) / 1000 }),
  ];
  search.mockResolvedValueOnce({ ...SERVER, posts });
  expect((await page(older, { pages })).posts.map(({ id }) => id)).toEqual(["t3_older"]);
});

test("an empty last batch does not hide where the listing ended", async () => {
  companion(...Array.from({ length: 9 }, () => [text(1, LAST)]), []);
  expect((await walk()).at(-1)?.nextPage).toBe("older:2024-02-01");
});

test("a listing that ends before a thousand posts is complete and does not continue in the archive", async () => {
  companion(picturePosts(3));
  expect(await page(null)).toMatchObject({ nextPage: null, message: null });
});

test("a listing that Reddit can have cut off says so, unless the archive continues it", async () => {
  const ended = async (sortBy: "new" | "top", seen: number, lastBatch = 3) => {
    companion(picturePosts(lastBatch));
    return (await page(`batch:t3_p0:${seen}`, { sortBy })).message;
  };
  expect(await ended("top", 997)).toMatch(/^Reddit lists about 1,000 posts/);
  expect(await ended("new", 997)).toBeNull();
  hasArchive = false;
  expect(await ended("new", 997)).toMatch(/^Reddit lists about 1,000 posts/);
  expect(await ended("new", 800)).toBeNull();
  expect(await ended("new", 800, 89)).toBeNull();
  expect(await ended("new", 800, 90)).toMatch(/so there can be more/);
  expect(await ended("new", 900, 0)).toMatch(/so there can be more/);
  const forged = { state: "ok", children: picturePosts(3), after: null, withheld: 5_000 };
  installCompanion(() => ({ ok: true, body: forged }));
  expect((await page("batch:t3_p0:700")).message, "a batch has 100 posts").toBeNull();
});

test("archive posts after Reddit's are no duplicates, and are marked as the archive's", async () => {
  const own: ListingAnswer = {
    ...SERVER,
    source: "companion",
    posts: [postOf({ id: "t3_last", created: LAST })],
    listedUntil: LAST,
  };
  const archived = [
    postOf({ id: "t3_newer", created: LAST + 60 }),
    postOf({ id: "t3_last", created: LAST }),
    postOf({ id: "t3_same", created: LAST }),
    postOf({ id: "t3_older", created: LAST - DAY }),
  ];
  search.mockResolvedValueOnce({ ...SERVER, posts: archived, nextPage: "more" });
  const older = await page("older:2024-02-01", { pages: [own] });
  expect(search).toHaveBeenLastCalledWith({ before: "2024-02-01", limit: 100 });
  expect(older.posts.map(({ id }) => id)).toEqual(["t3_same", "t3_older"]);
  expect(older.posts.every(isArchived)).toBe(true);
  search.mockResolvedValueOnce({ ...SERVER, posts: archived.slice(0, 1) });
  const last = await page(older.nextPage, { pages: [own, older] });
  expect(search).toHaveBeenLastCalledWith({ after: "more", limit: 100 });
  expect(last).toMatchObject({ posts: [], nextPage: null });
});

test("of a server's listing whose posts are all shown one page asks for at most three batches", async () => {
  const posts = [postOf({ id: "t3_shown" })];
  const known = vi.fn<PageRequest["search"]>(async () => ({ ...SERVER, posts, nextPage: "more" }));
  const answer = await page("server:", { pages: [{ ...SERVER, posts }], search: known });
  expect(known).toHaveBeenCalledTimes(3);
  expect(answer).toMatchObject({ posts: [], nextPage: "server:more" });
});
