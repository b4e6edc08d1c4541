import { describe, expect, test } from "vitest";
import type { SearchResponse } from "#schema/api/search.ts";
import { FAULTS, RETRY_SECONDS, SLOW_FAULTS } from "#stress/stand-in/faults.ts";
import { CREATOR, expectBack, expectFault, answeredInTime, isTested, STALLS } from "./world.ts";
import { newWorld, postId, search, type Case, type World } from "./world.ts";

const STALE_MS = 6 * 60_000;
const CLIP = "amberdriftingheron";

const profile = ({ app }: World) => app.request(`/api/reddit/user/${CREATOR}`);
const clip = ({ app }: World) => app.request(`/api/reddit/redgifs/${CLIP}`);
const post = async ({ app }: World) => app.request(`/api/reddit/post/${await postId()}`);

const COLD: Case[] = [
  { source: "reddit", endpoint: "token", noun: "reddit", what: "a search", ask: search },
  { source: "reddit", endpoint: "listing", noun: "reddit", what: "a search", ask: search },
  { source: "reddit", endpoint: "token", noun: "reddit", what: "a profile", ask: profile },
  { source: "reddit", endpoint: "about", noun: "reddit", what: "a profile", ask: profile },
  { source: "archive", endpoint: "archive", noun: "archive", what: "a search", ask: search },
  { source: "archive", endpoint: "archive", noun: "archive", what: "a profile", ask: profile },
  { source: "reddit", endpoint: "token", noun: "reddit", what: "a post", ask: post },
  { source: "reddit", endpoint: "info", noun: "reddit", what: "a post", ask: post },
  { source: "archive", endpoint: "archive", noun: "archive", what: "a post", ask: post },
  { source: "reddit", endpoint: "redgifs-token", noun: "redgifs", what: "a clip", ask: clip },
  { source: "reddit", endpoint: "redgifs", noun: "redgifs", what: "a clip", ask: clip },
];

describe.each(COLD)("$what from $source, $endpoint at fault", ({ source, endpoint, noun, ask }) => {
  test.concurrent.each(FAULTS.filter(isTested))(
    "%s gets its own error in time, and ends with the fault",
    async (fault) => {
      expect.hasAssertions();
      const world = newWorld(source);
      world.upstream.faults.set(endpoint, fault);
      await expectFault(await answeredInTime(() => ask(world)), fault, noun);
      // A 429 of RedGifs holds for its whole Retry-After.
      const isHeld = noun === "redgifs" && fault === "429-retry";
      await expectBack(world, ask, isHeld ? RETRY_SECONDS * 1000 : undefined);
    },
    30_000,
  );
});

test.concurrent.each(FAULTS.filter(isTested))(
  "posts come without their profile while the profile is at fault: %s",
  async (fault) => {
    const world = newWorld("reddit");
    world.upstream.faults.set("about", fault);
    const answer = await answeredInTime(() => search(world));
    const body = await answer.json<SearchResponse>();
    expect(answer.status).toBe(200);
    expect(body.posts).toHaveLength(12);
    expect(body.userInfo?.username.toLowerCase()).toBe(CREATOR);
    await expectBack(world, search);
  },
);

const STALE_CASES = (["token", "listing"] as const).flatMap((endpoint) =>
  FAULTS.filter(isTested).map((fault) => ({ endpoint, fault })),
);

test.concurrent.each(STALE_CASES)(
  "the last listing is served as stale while $endpoint is at fault: $fault",
  STALLS,
  async ({ endpoint, fault }) => {
    const world = newWorld("reddit");
    const before = await (await search(world)).json<SearchResponse>();
    world.clock.advance(endpoint === "token" ? 20 * STALE_MS : STALE_MS);
    world.upstream.faults.set(endpoint, fault);
    for (let index = 0; index < 2; index += 1) {
      const answer = await answeredInTime(() => search(world));
      const body = await answer.json<SearchResponse>();
      expect(body).toMatchObject({ success: true, fetchedAt: before.fetchedAt });
      // A slow fault is noticed after the timeout only, and the first response does not wait for it.
      const isNotKnownYet = index === 0 && SLOW_FAULTS.includes(fault);
      expect(body.stale || isNotKnownYet, "the response is marked stale").toBe(true);
      expect(body.posts.map(({ id }) => id)).toEqual(before.posts.map(({ id }) => id));
    }
    await expectBack(world, search);
    const fresh = await (await search(world)).json<SearchResponse>();
    expect(fresh.stale).toBe(false);
  },
);
