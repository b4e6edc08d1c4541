import { expect, test } from "vitest";
import type { RedgifsResponse } from "#schema/api/redgifs.ts";
import type { Fetch } from "#worker/deps.ts";
import { inOneMinute } from "#worker/testing/in-one-minute.ts";
import { testApp, testClock, type TestAppOptions } from "#worker/testing/test-app.ts";

const NOW = Date.parse("2026-11-01T12:00:00Z");
const jwt = (seconds: number, name = "x") =>
  `h.${btoa(JSON.stringify({ exp: seconds, name })).replaceAll("=", "")}.s`;

interface World {
  fetch: Fetch;
  calls: { path: string; headers: Headers }[];
  gif: (id: string, token: string) => Response;
  mints: number;
}

function redgifs(gif: World["gif"]): World {
  const world: World = {
    gif,
    calls: [],
    mints: 0,
    fetch: async (address, init) => {
      const { pathname } = new URL(address);
      const headers = new Headers(init?.headers);
      world.calls.push({ path: pathname, headers });
      if (pathname === "/v2/auth/temporary") {
        world.mints += 1;
        return Response.json({ token: jwt(NOW / 1000 + 86_400, `mint${world.mints}`) });
      }
      const token = headers.get("Authorization") ?? "";
      return world.gif(pathname.split("/").at(-1) ?? "", token);
    },
  };
  return world;
}

const clip = (urls: Record<string, string>, fields = {}) =>
  Response.json({ gif: { id: "x", type: 1, hasAudio: true, duration: 9.5, urls, ...fields } });

const FULL = {
  vthumbnail: "https://media.redgifs.com/A-mobile.mp4",
  silent: "https://media.redgifs.com/A-silent.mp4",
  sd: "https://media.redgifs.com/A-mobile.mp4",
  hd: "https://media.redgifs.com/A.mp4",
  poster: "https://media.redgifs.com/A-poster.jpg",
};

/** Every test has its own RedGifs address, so that tests do not share tokens or clips. */
let worlds = 0;
function appOver(world: World, options: TestAppOptions = {}) {
  worlds += 1;
  const env = { ...options.env, REDGIFS_API_URL: `https://redgifs${worlds}.test` };
  return testApp({ fetch: world.fetch, ...options, env });
}

test("a clip's files come best first under both paths, from one upstream call, in lower case", async () => {
  const world = redgifs(() => clip(FULL));
  const app = appOver(world);
  for (const path of ["/api/reddit/redgifs/SomeClip", "/api/redgifs/someclip"]) {
    const answer = await app.request(path);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      success: true,
      videoUrls: [
        { url: FULL.hd, type: "video/mp4", quality: "hd" },
        { url: FULL.sd, type: "video/mp4", quality: "sd" },
        { url: FULL.silent, type: "video/mp4", quality: "standard" },
        { url: FULL.vthumbnail, type: "video/mp4", quality: "mobile" },
      ],
      poster: FULL.poster,
      hasAudio: true,
      duration: 9.5,
    });
  }
  expect(world.calls.map(({ path }) => path)).toEqual(["/v2/auth/temporary", "/v2/gifs/someclip"]);
  expect(world.calls[1]?.headers.get("Referer")).toBe("https://www.redgifs.com/");
});

test("a visitor may look at twenty dead clips within a minute", async () => {
  const dead = redgifs(() => Response.json({ error: { code: "Gone" } }, { status: 410 }));
  const app = appOver(dead, { env: { RATE_LIMITS: "on" } });
  const statuses = await inOneMinute(async (headers, attempt) => {
    const seen: number[] = [];
    for (let clip = 0; clip < 20; clip += 1) {
      const path = `/api/redgifs/dead${attempt}clip${clip}`;
      seen.push((await app.request(path, { headers })).status);
    }
    return seen;
  });
  expect(new Set(statuses)).toEqual(new Set([410]));
});

test("a picture has no video and its address as the poster", async () => {
  const urls = { hd: "https://i.redgifs.com/i/a.jpg", sd: "https://i.redgifs.com/i/a.jpg" };
  const world = redgifs(() => clip(urls, { type: 2, duration: null, hasAudio: false }));
  const answer = await appOver(world).request("/api/redgifs/picture");
  expect(await answer.json()).toMatchObject({ videoUrls: [], poster: urls.hd, duration: null });
});

test("a WebM file is named as one, and a clip without a poster has its thumbnail", async () => {
  const sd = "https://media.redgifs.com/A.WebM";
  const thumbnail = "https://media.redgifs.com/A-small.jpg";
  const answer = await appOver(redgifs(() => clip({ sd, thumbnail }))).request("/api/redgifs/webm");
  const videoUrls = [{ url: sd, type: "video/webm", quality: "sd" }];
  expect(await answer.json()).toMatchObject({ videoUrls, poster: thumbnail });
});

test.each([1e10, -1])(
  "a length of %s seconds is unknown, as it would break the slideshow",
  async (duration) => {
    const answer = await appOver(redgifs(() => clip(FULL, { duration }))).request(
      `/api/redgifs/length${Math.abs(duration)}`,
    );
    expect(await answer.json()).toMatchObject({ duration: null });
  },
);

test("a post with a picture in place of the clip's file gives that picture, even if its type says clip", async () => {
  const hd = "https://i.redgifs.com/i/a.JPG";
  const urls = { hd, sd: "https://i.redgifs.com/i/a-small.jpg", poster: FULL.poster };
  for (const type of [1, "2", undefined]) {
    const answer = await appOver(redgifs(() => clip(urls, { type }))).request("/api/redgifs/still");
    expect(await answer.json()).toMatchObject({ videoUrls: [], poster: hd });
  }
});

test.each([
  ["true", true],
  [1, true],
  ["false", false],
  ["perhaps", null],
  [null, null],
])("hasAudio %s is read as %s", async (hasAudio, read) => {
  const answer = await appOver(redgifs(() => clip(FULL, { hasAudio }))).request(
    "/api/redgifs/loud",
  );
  expect(await answer.json()).toMatchObject({ hasAudio: read });
});

test("an address that is not an https file is left out", async () => {
  const world = redgifs(() =>
    clip({ hd: "javascript:alert(1)", sd: "data:video/mp4,x", poster: FULL.poster }),
  );
  const body = await (await appOver(world).request("/api/redgifs/hostile")).json<RedgifsResponse>();
  expect(body.videoUrls).toEqual([]);
});

test("a refused token is replaced once; if the new token is refused too, RedGifs is unavailable", async () => {
  let token = "";
  const world = redgifs((_, asked) => {
    token ||= asked;
    return asked === token ? Response.json({ error: {} }, { status: 401 }) : clip(FULL);
  });
  expect((await appOver(world).request("/api/redgifs/refused")).status).toBe(200);
  expect(world.mints).toBe(2);

  const never = redgifs(() => Response.json({ error: {} }, { status: 401 }));
  const answer = await appOver(never).request("/api/redgifs/refused");
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ error: "redgifs.unavailable" });
  expect(never.mints).toBe(2);
});

test("signed addresses are kept until a minute before they expire, unsigned ones for 45 minutes", async () => {
  const clock = testClock(NOW);
  const expires = NOW / 1000 + 600;
  const signed = `https://thumbs4.redgifs.com/A?expires=${expires}`;
  const world = redgifs((id) => clip(id === "plain" ? FULL : { ...FULL, [id]: signed }));
  const app = appOver(world, { clock });
  const asks = async (id: string) => {
    const before = world.calls.length;
    expect((await app.request(`/api/redgifs/${id}`)).status).toBe(200);
    return world.calls.slice(before).filter(({ path }) => path.includes("gifs/")).length;
  };
  for (const id of ["silent", "poster", "plain"]) expect(await asks(id), id).toBe(1);
  clock.advance(8 * 60_000);
  for (const id of ["silent", "poster"]) expect(await asks(id), id).toBe(0);
  clock.advance(61_000);
  for (const id of ["silent", "poster"]) expect(await asks(id), id).toBe(1);
  expect(await asks("plain")).toBe(0);
  clock.advance(45 * 60_000);
  expect(await asks("plain")).toBe(1);
});

test("signed addresses are kept for half an hour at most", async () => {
  const clock = testClock(NOW);
  const expires = NOW / 1000 + 7_200;
  const world = redgifs(() => clip({ hd: `https://media.redgifs.com/A.mp4?expires=${expires}` }));
  const app = appOver(world, { clock });
  for (const [ms, calls] of [
    [0, 2],
    [29 * 60_000, 2],
    [60_000, 3],
  ] as const) {
    clock.advance(ms);
    await app.request("/api/redgifs/lasting");
    expect(world.calls).toHaveLength(calls);
  }
});

test("a token is used for an hour at most, though it names a later end", async () => {
  const clock = testClock(NOW);
  const world = redgifs(() => clip(FULL));
  const app = appOver(world, { clock });
  for (const [ms, mints] of [
    [0, 1],
    [3_599_999, 1],
    [1, 2],
  ] as const) {
    clock.advance(ms);
    await app.request(`/api/redgifs/token${ms}`);
    expect(world.mints).toBe(mints);
  }
});

test("the calls for a clip share the twelve seconds of their request", async () => {
  const clock = testClock(NOW);
  const world = redgifs(() => clip(FULL));
  const fetch: Fetch = (url, init) => {
    clock.advance(7_000);
    return world.fetch(url, init);
  };
  const limits: number[] = [];
  const timeout = (ms: number) => {
    limits.push(ms);
    return clock.timeout(ms);
  };
  await appOver({ ...world, fetch }, { clock: { ...clock, timeout } }).request("/api/redgifs/slow");
  expect(limits).toEqual([8_000, 5_000]);
});

test("a retry bypasses the cache, but not within 20 seconds", async () => {
  const clock = testClock(NOW);
  const world = redgifs(() => clip(FULL));
  const app = appOver(world, { clock });
  await app.request("/api/redgifs/again");
  await app.request("/api/redgifs/again?retry=1");
  expect(world.calls).toHaveLength(2);
  clock.advance(21_000);
  await app.request("/api/redgifs/again?retry=1");
  expect(world.calls).toHaveLength(3);
});

test("each failure of RedGifs has its own answer", async () => {
  const faults: [string, () => Response, number, string, string?][] = [
    ["unknown", () => Response.json({ error: {} }, { status: 404 }), 404, "redgifs.not_found"],
    ["gone", () => Response.json({ error: {} }, { status: 410 }), 410, "redgifs.gone"],
    ["busy", () => new Response("", { status: 429 }), 429, "redgifs.rate_limited", "5"],
    [
      "busier",
      () => new Response("", { status: 429, headers: { "Retry-After": "30" } }),
      429,
      "redgifs.rate_limited",
      "30",
    ],
    ["barred", () => new Response("<html>", { status: 403 }), 503, "redgifs.unavailable"],
    ["broken", () => new Response("<html>", { status: 500 }), 503, "redgifs.unavailable"],
    ["page", () => new Response("<html>", { status: 404 }), 503, "redgifs.unavailable"],
    ["empty", () => new Response(""), 503, "redgifs.unavailable"],
    ["cut", () => new Response('{"gif":{"id"'), 503, "redgifs.unavailable"],
    ["shapeless", () => Response.json({ gif: [] }), 503, "redgifs.unavailable"],
    ["bare", () => clip({}), 503, "redgifs.unavailable"],
    ["null", () => Response.json(null), 503, "redgifs.unavailable"],
  ];
  for (const [id, fault, status, error, retry] of faults) {
    const answer = await appOver(redgifs(fault)).request(`/api/redgifs/${id}`);
    expect(answer.status, id).toBe(status);
    expect(answer.headers.get("Retry-After"), id).toBe(retry ?? null);
    expect(await answer.json()).toMatchObject({ success: false, error });
  }
});

test("a refused connection is RedGifs unavailable, and is retried after ten seconds", async () => {
  const clock = testClock(NOW);
  const world = redgifs(() => clip(FULL));
  let isDown = true;
  const fetch: Fetch = (url, init) =>
    isDown ? Promise.reject(new Error("internal error; reference = x")) : world.fetch(url, init);
  const app = appOver({ ...world, fetch }, { clock });
  expect((await app.request("/api/redgifs/down")).status).toBe(503);
  isDown = false;
  expect((await app.request("/api/redgifs/down")).status).toBe(503);
  clock.advance(10_001);
  expect((await app.request("/api/redgifs/down")).status).toBe(200);
});

test("an id that RedGifs cannot have is a 400 that names it, without an upstream call", async () => {
  const world = redgifs(() => clip(FULL));
  const app = appOver(world);
  for (const id of ["a%2Fb", "a.b", "a".repeat(1000), "%C3%BC", "a%0Ab", "a%20b", "-"]) {
    const answer = await app.request(`/api/reddit/redgifs/${id}`);
    expect(answer.status, id).toBe(400);
    expect(await answer.json()).toMatchObject({ fields: { id: "That is not a RedGifs id" } });
  }
  expect(world.calls).toEqual([]);
});
