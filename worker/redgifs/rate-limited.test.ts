import { expect, test } from "vitest";
import { testApp, testClock } from "#worker/testing/test-app.ts";

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
