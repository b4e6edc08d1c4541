import { expect, test } from "vitest";
import { MINUTE_MS } from "#schema/time.ts";
import type { CallBudget } from "#worker/call-budget/durable-object.ts";
import { archivedCreator } from "#worker/testing/archive-stand-in.ts";
import { GRANTED } from "#worker/testing/call-budgets.ts";
import { search } from "#worker/testing/search.ts";
import { picturePosts } from "#worker/testing/stand-in.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

const OVER_SHARE = { ...GRANTED, isGranted: false, isOverShare: true, waitMs: 5_000 };
const ALL_TAKEN = { ...OVER_SHARE, isAllTaken: true };

/** The archive has the posts that Reddit had. `share.isUsedUp`: of the calls to Reddit, by the visitor's network. */
function world(author: string) {
  const { env, fetch, ...creator } = archivedCreator(author, picturePosts(80));
  const clock = testClock();
  const share = { isUsedUp: true, refusal: OVER_SHARE };
  const CALL_BUDGET = {
    idFromName: (scope: string) => scope,
    get: (scope: string) => ({
      take: async () => (share.isUsedUp && scope.startsWith("reddit") ? share.refusal : GRANTED),
      peek: async () => GRANTED,
    }),
  } as unknown as DurableObjectNamespace<CallBudget>;
  const app = testApp({ fetch, env: { ...env, CALL_BUDGET }, clock });
  return { ...creator, app, clock, share };
}

test.each([
  ["search", "/api/reddit/search", {}],
  ["jump to a day", "/api/reddit/search", { before: "2030-01-01" }],
  ["profile", "/api/reddit/user/Shared", null],
  ["post", "/api/reddit/post/p0", null],
  ["badge list", "/api/badges/users/Shared", null],
])(
  "a visitor past their own share of Reddit's calls gets a 429 for a %s, not what the archive has of creators who hide it",
  async (_, path, query) => {
    const { app, archive } = world("Shared");
    const answer = query
      ? await app.send("POST", path, { username: "Shared", ...query })
      : await app.request(path);
    expect(answer.status).toBe(429);
    expect(await answer.json()).toMatchObject({ error: "reddit.rate_limited" });
    expect(archive.calls).toEqual([]);
  },
);

test("a visitor past their own share gets the archive's posts like others once nobody has calls left", async () => {
  const { app, archive, share } = world("Taken");
  share.refusal = ALL_TAKEN;
  const answer = await search(app, { username: "Taken" });
  expect(answer).toMatchObject({ source: "archive", profileState: "ok" });
  const before = await search(app, { username: "Taken", before: "2030-01-01" });
  expect(before).toMatchObject({ source: "archive", checked: false });
  expect(archive.calls).not.toEqual([]);
});

test("a visitor past their own share still gets a cached copy", async () => {
  const { app, archive, clock, share } = world("Copied");
  share.isUsedUp = false;
  await search(app, { username: "Copied" });
  clock.advance(20 * MINUTE_MS);
  share.isUsedUp = true;
  await search(app, { username: "Copied" });
  expect(await search(app, { username: "Copied" })).toMatchObject({
    source: "reddit",
    stale: true,
  });
  expect(archive.calls).toEqual([]);
});

test("archived posts that a visitor's own share left unchecked are shown to no visitor", async () => {
  const { app, clock, posts, reddit, share } = world("Unchecked");
  share.isUsedUp = false;
  const body = { username: "Unchecked", limit: 50, before: "2030-01-01" };
  await search(app, { username: "Unchecked" });
  share.isUsedUp = true;
  reddit.creators = { Unchecked: { posts: posts.toSpliced(10, 1) } };
  const refused = await app.send("POST", "/api/reddit/search", body);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ error: "reddit.rate_limited" });
  share.isUsedUp = false;
  clock.advance(1_000);
  const checked = await search(app, body);
  expect(checked).toMatchObject({ source: "archive", checked: true });
  expect(checked.posts.map(({ id }) => id)).not.toContain(posts[10]?.name);
});
