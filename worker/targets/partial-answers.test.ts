import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/time.ts";
import { emptyTables } from "#worker/testing/empty-tables.ts";
import { recheckApp, store } from "#worker/testing/recheck-app.ts";

beforeEach(emptyTables);

/** /api/info leaves out the first `omitted` of the asked posts. */
async function partialWorld(posts: number, omitted: number) {
  const world = recheckApp();
  await store(world, 1, posts);
  world.reddit.failure = (url) => {
    if (url.pathname !== "/api/info") return null;
    const ids = (url.searchParams.get("id") ?? "").split(",").slice(omitted);
    const children = ids.map((name) => ({
      kind: "t3",
      data: { name, id: name.slice(3), author: "user_0", title: "x" },
    }));
    return Response.json({ kind: "Listing", data: { after: null, children } });
  };
  const verified = () => world.reddit.asked.filter((path) => path.startsWith("/by_id/"));
  return { ...world, verified };
}

test("posts that more than half of an answer leaves out are emptied only if /by_id lacks them too", async () => {
  const { reddit, clock, run, verified } = await partialWorld(100, 60);
  expect(await run()).toMatchObject({ answered: 101, removed: 0 });
  expect(verified()).toHaveLength(1);
  expect(verified()[0]?.split(",")).toHaveLength(60);
  for (let post = 0; post < 3; post += 1) reddit.removePost(`p${post}`);
  clock.advance(7 * DAY_MS);
  expect(await run()).toMatchObject({ removed: 3 });
  expect(verified()).toHaveLength(2);
});

test.each([
  [100, 50],
  [9, 8],
])(
  "of %s posts, %s that an answer leaves out are emptied without another call",
  async (posts, omitted) => {
    const { run, verified } = await partialWorld(posts, omitted);
    expect(await run()).toMatchObject({ answered: posts + 1, removed: omitted });
    expect(verified()).toEqual([]);
  },
);
