import { expect, test, vi } from "vitest";
import { brokenD1, silentD1 } from "#worker/testing/faulty-d1.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { picturePost, picturePosts, standIn } from "#worker/testing/stand-in.ts";

test("an impossible username is not found, without an upstream call", async () => {
  const reddit = standIn({});
  const app = appOver(reddit);
  const names = ["ab", "a".repeat(21), "a/b", "..", "%2e%2e", "a.b", "ünïcode", "a\nb", "a b"];
  for (const username of names) {
    expect(await search(app, { username })).toMatchObject({
      userExists: false,
      profileState: "not_found",
      posts: [],
      userInfo: null,
    });
  }
  for (const username of names.filter((name) => name !== "..")) {
    const user = await app.request(`/api/reddit/user/${encodeURIComponent(username)}`);
    expect(await user.json()).toMatchObject({ userExists: false });
  }
  expect(reddit.calls).toEqual([]);
});

test("a malformed request is a 400 that names the field, without an upstream call", async () => {
  const reddit = standIn({});
  const app = appOver(reddit);
  const wrong: [string, Record<string, unknown>][] = [
    ["username", {}],
    ["username", { username: "" }],
    ["username", { username: "   " }],
    ["username", { username: "a".repeat(51) }],
    ["username", { username: 5 }],
    ["sortBy", { username: "ann", sortBy: "best" }],
    ["limit", { username: "ann", limit: 0 }],
    ["limit", { username: "ann", limit: 101 }],
    ["limit", { username: "ann", limit: "x" }],
    ["limit", { username: "ann", limit: 1.5 }],
    ["after", { username: "ann", after: 7 }],
    ["after", { username: "ann", after: "garbage" }],
    ["after", { username: "x!", after: "garbage" }],
  ];
  for (const [field, body] of wrong) {
    const answer = await app.send("POST", "/api/reddit/search", body);
    expect(answer.status, JSON.stringify(body)).toBe(400);
    expect(await answer.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
  }
  const long = await app.request(`/api/reddit/user/${"a".repeat(51)}`);
  expect(long.status).toBe(400);
  expect(reddit.calls).toEqual([]);
});

test("an empty optional field counts as absent", async () => {
  const app = appOver(standIn({ Blank: { posts: picturePosts(2) } }));
  const plain = await search(app, { username: "Blank" });
  for (const absent of ["", null]) {
    const empty = { sortBy: absent, after: absent, before: absent, limit: absent };
    const all = { username: "Blank", waitForHearts: absent, ...empty };
    expect(await search(app, all)).toEqual(plain);
  }
  expect(await search(app, { username: "x!", after: "" })).toMatchObject({ userExists: false });
});

const BELOW_A_NAME = [
  "/api/reddit/user/a/b",
  "/api/reddit/user/name/",
  "/api/reddit/user/",
  "/api/reddit/post/a/b",
  "/api/reddit/post/p1/",
  "/api/reddit/redgifs/a/b",
  "/api/redgifs/a/b",
];

test.each(BELOW_A_NAME)("%s is an unknown path: 404, without an upstream call", async (path) => {
  const reddit = standIn({});
  const answer = await appOver(reddit).request(path);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ success: false, error: "http.not_found" });
  expect(reddit.calls).toEqual([]);
});

test("a database that refuses or hangs costs the counts, not the page", async () => {
  for (const [index, DB] of [brokenD1("D1_ERROR: overloaded"), silentD1()].entries()) {
    const name = `Nodb${index}`;
    const app = appOver(standIn({ [name]: { posts: picturePosts(2) } }), { env: { DB } });
    const found = await hurried(() => search(app, { username: name }));
    expect(found.posts.map(({ heartCount, rank }) => [heartCount, rank])).toEqual([
      [0, null],
      [0, null],
    ]);
  }
});

test("the log has the number of unreadable posts in a listing, and nothing of them", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const odd = picturePost(2, { name: "t3_!!", title: "Private words" });
  const app = appOver(standIn({ Odd: { posts: [picturePost(1), odd] } }));
  const found = await search(app, { username: "Odd" });
  const lines = warn.mock.calls.join();
  warn.mockRestore();
  expect(found.posts).toHaveLength(1);
  expect(lines).toContain('"event":"posts_dropped"');
  expect(lines).toContain('"dropped":1');
  expect(lines).not.toContain("Private words");
});
