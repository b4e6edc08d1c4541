import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { systemClock } from "./clock.ts";
import { deskOver } from "./quota-desk.ts";
import { CALLS_A_MINUTE } from "./source/desk.rules.ts";

const namespace = env.DESK_UNDER_TEST;

test("a hundred isolates that all want to call are granted the limit between them and no more", async () => {
  const grants = await Promise.all(
    Array.from({ length: 150 }, () => deskOver(namespace).take("crowd")),
  );
  expect(grants.filter(({ isGranted }) => isGranted)).toHaveLength(CALLS_A_MINUTE);
});

test("when the limit is used up a creator nobody has cached is refused with the time to wait, and one that is cached is shown", async () => {
  const names = Array.from({ length: 50 }, (_, index) => `Crowded${index}`);
  const reddit = standIn(
    Object.fromEntries(names.map((name) => [name, { posts: picturePosts(2) }])),
  );
  const app = appOver(reddit, {
    clock: systemClock,
    env: { REDDIT_CLIENT_ID: "crowded", QUOTA_DESK: namespace },
  });
  const statuses: number[] = [];
  const waits: number[] = [];
  for (const username of names) {
    const answer = await app.send("POST", "/api/reddit/search", { username });
    statuses.push(answer.status);
    waits.push(Number(answer.headers.get("Retry-After")));
  }
  expect(reddit.count(/^\/user\//)).toBeLessThanOrEqual(CALLS_A_MINUTE);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(47);
  expect(statuses.at(-1)).toBe(429);
  expect(waits.at(-1)).toBeGreaterThan(0);
  expect(await search(app, { username: "Crowded0" })).toMatchObject({ total: 2, stale: false });
});

test("a desk that is out of order refuses nobody", async () => {
  const broken = {
    idFromName: () => {
      throw new Error("no objects here");
    },
  } as unknown as typeof namespace;
  const reddit = standIn({ Undisturbed: { posts: picturePosts(2) } });
  const app = appOver(reddit, { env: { REDDIT_CLIENT_ID: "undisturbed", QUOTA_DESK: broken } });
  expect(await search(app, { username: "Undisturbed" })).toMatchObject({ total: 2 });
});
