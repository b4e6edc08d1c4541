import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { HealthResponse } from "#schema/api/health.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { emptyTables } from "#worker/testing/empty-tables.ts";
import { checkedSince, recheckApp, START, store } from "#worker/testing/recheck-app.ts";

beforeEach(emptyTables);

const WITHHELD = 90;
const listingOf = (ids: string[]) =>
  Response.json({
    kind: "Listing",
    data: { after: null, children: ids.map((name) => ({ kind: "t3", data: { name } })) },
  });

/** A hundred posts, of which Reddit leaves out the first 90; the owner of post n is user n % `owners`. */
async function withholding(owners: number, listed: string[] = []) {
  const world = recheckApp();
  await store(world, owners, 100);
  await env.DB.batch([
    env.DB.prepare(
      "update reddit_post set last_updated = ?1, reddit_user_id = 't2_u' || (cast(substr(id, 5) as integer) % cast(?2 as integer))",
    ).bind(START, owners),
    // Never due.
    env.DB.prepare("update reddit_user set checked_at = ?").bind(START + 90 * DAY_MS),
  ]);
  for (let post = 0; post < WITHHELD; post += 1) world.reddit.removePost(`p${post}`);
  let answers = (): Response => listingOf(listed);
  world.reddit.failure = ({ pathname }) => {
    if (!pathname.endsWith("/submitted")) return null;
    world.reddit.asked.push(pathname);
    return answers();
  };
  const listings = () => world.reddit.asked.filter((path) => path.endsWith("/submitted"));
  return { ...world, listings, answer: (by: () => Response) => (answers = by) };
}

const emptied = () =>
  env.DB.prepare("select count(*) as n from reddit_post where removed_at > 0").first<number>("n");

test("posts that Reddit leaves out while its listing of their author shows one stay, and health says so", async () => {
  const { app, clock, run, listings } = await withholding(1, ["t3_p3"]);
  expect(await run()).toMatchObject({ calls: 1, answered: 100, removed: 0, doubted: WITHHELD });
  expect(listings()).toEqual(["/user/user_0/submitted"]);
  expect(await checkedSince("reddit_post", START), "they go to the queue's end").toBe(100);
  const health = await (await app.request("/api/health")).json<HealthResponse>();
  expect(health.degraded).toContain("recheck_doubted");
  clock.advance(60 * DAY_MS);
  expect(await run(), "however long").toMatchObject({ removed: 0, doubted: WITHHELD });
  expect(await emptied()).toBe(0);
});

test.each(["an empty listing", "a 404"])(
  "an author who deleted most posts of an answer is believed, with %s",
  async (kind) => {
    const world = await withholding(1);
    const missing = () => Response.json({ message: "Not Found", error: 404 }, { status: 404 });
    if (kind === "a 404") world.answer(missing);
    expect(await world.run()).toMatchObject({ removed: WITHHELD, doubted: 0 });
  },
);

test("where many authors' posts are left out, three days pass before those of one author are emptied in each check", async () => {
  const { clock, run, listings } = await withholding(30);
  expect(await run()).toMatchObject({ removed: 0, doubted: WITHHELD });
  clock.advance(3 * DAY_MS - HOUR_MS);
  expect(await run()).toMatchObject({ removed: 0, doubted: WITHHELD });
  clock.advance(HOUR_MS + 1);
  expect(await run()).toMatchObject({ removed: 3, doubted: WITHHELD - 3 });
  clock.advance(2 * HOUR_MS);
  expect(await run()).toMatchObject({ removed: 3, doubted: WITHHELD - 6 });
  expect(new Set(listings()).size, "another author").toBe(2);
  clock.advance(27 * DAY_MS);
  expect(await run(), "after a month all").toMatchObject({ removed: WITHHELD - 6, doubted: 0 });
});

test("a listing that is refused or fails decides nothing for a month", async () => {
  for (const status of [403, 500]) {
    await emptyTables();
    const { clock, run, answer } = await withholding(1);
    answer(() => Response.json({ error: status }, { status }));
    expect(await run()).toMatchObject({ removed: 0, doubted: WITHHELD });
    clock.advance(30 * DAY_MS);
    expect(await run()).toMatchObject({ removed: WITHHELD });
  }
});

test("posts keep their place in the queue if the run ends before the listing", async () => {
  const { clock, reddit, run, listings } = await withholding(1);
  const { failure } = reddit;
  reddit.failure = (url) => {
    if (url.pathname.startsWith("/by_id/")) clock.advance(MINUTE_MS);
    return failure?.(url) ?? null;
  };
  expect(await run()).toMatchObject({ asked: 100, removed: 0, doubted: 0 });
  expect(listings()).toEqual([]);
  expect(await checkedSince("reddit_post", START)).toBe(100 - WITHHELD);
});
