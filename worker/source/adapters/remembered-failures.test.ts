import { expect, test } from "vitest";
import { faultyCreator, page, refused, type Fault } from "#worker/testing/faults.ts";
import { appOver } from "#worker/testing/search.ts";
import { testClock } from "#worker/testing/test-app.ts";

const timedOut: Fault = () => Promise.reject(new DOMException("too slow", "TimeoutError"));

test.each([
  ["an error", "error", page(500), 0],
  ["a call that took its whole eight seconds", "slow", timedOut, 0],
  ["a refused connection late in its request", "late", refused, 6_000],
])(
  "%s is remembered for ten seconds, and the next request after that succeeds",
  async (_, id, fault, lateMs) => {
    const clock = testClock();
    const { name, reddit } = faultyCreator(/submitted/, fault);
    const { instead } = reddit;
    reddit.instead = (url, init) => {
      if (url.pathname.endsWith("access_token")) clock.advance(lateMs);
      return instead(url, init);
    };
    const app = appOver(reddit, { clock, env: { REDDIT_CLIENT_ID: `remembered-${id}` } });
    const ask = () => app.send("POST", "/api/reddit/search", { username: name });
    expect((await ask()).status).toBe(503);
    const calls = reddit.count(/submitted/);
    reddit.instead = () => null;
    clock.advance(9_000);
    expect((await ask()).status).toBe(503);
    expect(reddit.count(/submitted/)).toBe(calls);
    clock.advance(1_001);
    expect((await ask()).status).toBe(200);
  },
);

test("a client that obeys a short Retry-After gets its answer then", async () => {
  const clock = testClock();
  const { name, reddit } = faultyCreator(/submitted/, page(429, { "Retry-After": "2" }));
  const app = appOver(reddit, { clock });
  const ask = () => app.send("POST", "/api/reddit/search", { username: name });
  expect((await ask()).headers.get("Retry-After")).toBe("2");
  reddit.instead = () => null;
  clock.advance(2_001);
  expect((await ask()).status).toBe(200);
});
