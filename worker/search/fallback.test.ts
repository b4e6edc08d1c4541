import { expect, test, vi } from "vitest";
import type { BadgesResponse } from "#schema/api/badges.ts";
import { DAY_MS } from "#schema/time.ts";
import { archivedCreator } from "#worker/testing/archive-stand-in.ts";
import { search } from "#worker/testing/search.ts";
import { picturePost, picturePosts, textPost, type RawPost } from "#worker/testing/stand-in.ts";
import { testApp, testClock, type TestAppOptions } from "#worker/testing/test-app.ts";

const down = () => new Response("down", { status: 503 });

function world(name: string, posts: RawPost[], change: TestAppOptions["env"] = {}) {
  const { posts: own, reddit, archive, env, fetch } = archivedCreator(name, posts);
  const clock = testClock();
  const app = testApp({ clock, env: { ...env, ...change }, fetch });
  const ask = (username = name, headers = {}) =>
    app.send("POST", "/api/reddit/search", { username }, headers);
  return { app, archive, ask, clock, own, reddit };
}

test("while Reddit is down a creator whose posts fit on one page is shown from the archive", async () => {
  const { ask, reddit } = world("Fewposts", picturePosts(3));
  reddit.instead = down;
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ source: "archive", total: 3, nextPage: null });
});

test("the archive cannot say that a creator hides their posts: without posts there, Reddit's error is the answer", async () => {
  const { archive, ask, reddit } = world("Onlytext", []);
  reddit.instead = down;
  archive.instead = ({ pathname }) =>
    pathname === "/api/users/search"
      ? Response.json({ data: [{ author: "Onlytext", id: "ann1", _meta: { post_karma: 40 } }] })
      : null;
  const answer = await ask();
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ error: "reddit.unavailable" });
});

test("when both fail, Reddit's error is the answer and the archive's is logged", async () => {
  const { archive, ask, reddit } = world("Bothdown", []);
  reddit.instead = down;
  archive.instead = down;
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  expect(await (await ask()).json()).toMatchObject({ error: "reddit.unavailable" });
  const lines = warned.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
  warned.mockRestore();
  expect(lines).toEqual([
    expect.objectContaining({ event: "fallback", code: "archive.unavailable" }),
  ]);
});

test("a first page without posts whose next batch fails is Reddit's error, not an empty page", async () => {
  const texts = Array.from({ length: 150 }, (_, index) => textPost(index));
  const { ask, reddit } = world("Wordy", texts, { ARCHIVE_FALLBACK: "off" });
  reddit.instead = ({ searchParams }) => (searchParams.has("after") ? down() : null);
  const answer = await ask();
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ error: "reddit.unavailable" });
});

test("a name that the archive does not know costs no more than one that Reddit has", async () => {
  let counted = 0;
  const limit = async () => ({ success: (counted += 1) <= 1_000 });
  const { ask, reddit } = world("Spender", [], {
    RATE_LIMITS: "on",
    SEARCH_LIMIT: { limit },
    WIDEST_LIMIT: { limit: async () => ({ success: true }) },
  });
  reddit.instead = down;
  expect((await ask("Unknown-there", { "CF-Connecting-IP": "192.0.2.90" })).status).toBe(503);
  expect(counted, "two calls to each source").toBe(4);
});

test("badges from the archive's few facts are shown during an outage, and not kept", async () => {
  const { app, clock, reddit } = world("Badged", picturePosts(3));
  reddit.instead = down;
  const titles = async () => {
    const answer = await app.request("/api/badges/users/Badged");
    expect(answer.status).toBe(200);
    return (await answer.json<BadgesResponse>()).badges.map(({ title }) => title);
  };
  expect(await titles()).toEqual(["Creator"]);
  reddit.instead = ({ pathname }) =>
    pathname.endsWith("/about")
      ? Response.json({ kind: "t2", data: { name: "Badged", id: "b1", has_verified_email: true } })
      : null;
  clock.advance(11_000);
  expect(await titles()).toEqual(["Creator", "Verified"]);
});

test("a page from a batch's tail says as before that its posts were not checked", async () => {
  const posts = Array.from({ length: 200 }, (_, index) =>
    index < 5 || index >= 100 ? picturePost(index) : textPost(index),
  );
  const { app, clock, own, reddit } = world("Tailed", posts);
  let checks = 0;
  reddit.instead = ({ pathname }) =>
    pathname === "/api/info" && (checks += 1) === 2 ? new Response("", { status: 500 }) : null;
  const page = () => search(app, { username: "Tailed", limit: 12, before: "2030-01-01" });
  await page();
  expect(await page()).toMatchObject({ checked: false });
  reddit.creators["Tailed"] = { posts: own.filter((_, index) => index !== 100) };
  clock.advance(2 * 60_000);
  const again = await page();
  expect(again.checked).toBe(true);
  expect(again.posts.map(({ id }) => id)).not.toContain(own[100]?.name);
});

test("a page whose later batch could not be refreshed is stale the next time too", async () => {
  const posts = Array.from({ length: 200 }, (_, index) =>
    index < 5 || index >= 100 ? picturePost(index) : textPost(index),
  );
  const { app, clock, reddit } = world("Stale", posts, { ARCHIVE_FALLBACK: "off" });
  const page = (limit: number) => search(app, { username: "Stale", limit });
  await page(12);
  clock.advance(DAY_MS / 8);
  reddit.instead = ({ searchParams }) => (searchParams.has("after") ? down() : null);
  expect(await page(14)).toMatchObject({ stale: true });
  expect(await page(14)).toMatchObject({ stale: true });
});
