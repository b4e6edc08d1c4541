import { expect, test } from "vitest";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import type { Fetch } from "#worker/deps.ts";

test("after a 429 no clip is asked for until its Retry-After ends", async () => {
  const clock = testClock();
  const asked: string[] = [];
  let isLimited = true;
  const fetch = async (address: string) => {
    const { pathname } = new URL(address);
    if (pathname === "/v2/auth/temporary") return Response.json({ token: "guest" });
    asked.push(pathname);
    if (isLimited) return new Response("", { status: 429, headers: { "Retry-After": "30" } });
    const urls = { hd: "https://media.redgifs.com/A.mp4" };
    return Response.json({ gif: { id: "x", type: 1, urls } });
  };
  const env = { REDGIFS_API_URL: "https://redgifs-limited.test" };
  const app = testApp({ fetch, clock, env });
  const statusOf = async (id: string) => (await app.request(`/api/redgifs/${id}`)).status;
  expect(await statusOf("first")).toBe(429);
  isLimited = false;
  clock.advance(29_000);
  expect(await statusOf("second")).toBe(429);
  expect(asked).toEqual(["/v2/gifs/first"]);
  clock.advance(1_000);
  expect(await statusOf("third")).toBe(200);
});

/** `counted`: the calls that the visitor's budget was charged. */
function world(name: string, fetch: Fetch) {
  const charged = { counted: 0 };
  const limit = async () => ({ success: (charged.counted += 1) <= 30 });
  const env = {
    RATE_LIMITS: "on",
    SEARCH_LIMIT: { limit },
    WIDEST_LIMIT: { limit: async () => ({ success: true }) },
    REDGIFS_API_URL: `https://redgifs-${name}.test`,
  };
  const clock = testClock();
  const app = testApp({ fetch, clock, env });
  const headers = { "CF-Connecting-IP": "192.0.2.77" };
  const waitFor = async (id: string) => {
    const answer = await app.request(`/api/redgifs/${id}`, { headers });
    expect(await answer.json()).toMatchObject({ error: "redgifs.rate_limited" });
    return answer.headers.get("Retry-After");
  };
  return { charged, clock, waitFor };
}

const refused = (seconds: string) =>
  new Response("", { status: 429, headers: { "Retry-After": seconds } });

test("a block costs one call of the visitor's budget however many clips are shown, and its Retry-After counts down", async () => {
  const { charged, clock, waitFor } = world("blocked", async (address) =>
    address.endsWith("/v2/auth/temporary") ? Response.json({ token: "guest" }) : refused("3600"),
  );
  expect(await waitFor("first")).toBe("3600");
  for (let clip = 0; clip < 24; clip += 1) await waitFor(`clip${clip}`);
  expect(charged.counted).toBe(1);
  clock.advance(9_000);
  expect(await waitFor("first"), "remembered for this clip").toBe("3591");
  clock.advance(3_581_000);
  expect(await waitFor("last")).toBe("10");
  expect(charged.counted).toBe(1);
});

test("after a refused token a clip costs the visitor nothing, and the token is asked for again after its Retry-After", async () => {
  let tokens = 0;
  const { charged, clock, waitFor } = world("tokenless", async () => {
    tokens += 1;
    return refused("3");
  });
  expect(await waitFor("first")).toBe("3");
  clock.advance(2_000);
  expect(await waitFor("second")).toBe("1");
  expect([charged.counted, tokens]).toEqual([1, 1]);
  clock.advance(1_000);
  expect(await waitFor("third")).toBe("3");
  expect([charged.counted, tokens]).toEqual([2, 2]);
});
