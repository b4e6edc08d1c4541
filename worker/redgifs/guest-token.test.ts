import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { HOUR_MS } from "#schema/time.ts";
import { coloOf, type Fetch } from "#worker/deps.ts";
import { quickHash } from "#normalise/quick-hash.ts";
import { failingKv } from "#worker/testing/failing-kv.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { createWorker } from "#worker/worker.ts";

interface World {
  base: string;
  fetch: Fetch;
  mints: number;
  /** The tokens of the clip calls, in order. */
  used: string[];
  refused: Set<string>;
}

let worlds = 0;

/** Every call has its own address, so that tests do not share tokens. */
function redgifs(): World {
  worlds += 1;
  const world: World = {
    base: `https://tokens${worlds}.test`,
    mints: 0,
    used: [],
    refused: new Set(),
    fetch: async (address, init) => {
      if (address.endsWith("/v2/auth/temporary")) {
        world.mints += 1;
        return Response.json({ token: `minted${world.mints}` });
      }
      const token = new Headers(init?.headers).get("Authorization")?.replace("Bearer ", "") ?? "";
      world.used.push(token);
      if (world.refused.has(token)) return Response.json({ error: {} }, { status: 401 });
      return Response.json({ gif: { type: 1, urls: { hd: "https://media.redgifs.com/A.mp4" } } });
    },
  };
  return world;
}

const tokenKvKey = ({ base }: World, colo: string) => `redgifs:token:${quickHash(base)}:${colo}`;
const appIn = (world: World, colo?: string, clock = testClock()) =>
  testApp({ env: { REDGIFS_API_URL: world.base }, fetch: world.fetch, colo, clock });
const stored = (world: World, colo: string) => env.KV.get(tokenKvKey(world, colo), "json");
const until = testClock().now() + HOUR_MS;
const store = (world: World, colo: string, value: string) =>
  env.KV.put(tokenKvKey(world, colo), JSON.stringify({ value, until }));

async function ask(app: ReturnType<typeof testApp>, id: string): Promise<number> {
  return (await app.request(`/api/redgifs/${id}`)).status;
}

test("each location has its own token in KV, minted once; an unknown location is `local`", async () => {
  const world = redgifs();
  for (const colo of ["FRA", "MAD", undefined]) {
    const app = appIn(world, colo);
    expect(await ask(app, `one${colo}`)).toBe(200);
    expect(await ask(app, `two${colo}`)).toBe(200);
  }
  expect(world.used).toEqual(["minted1", "minted1", "minted2", "minted2", "minted3", "minted3"]);
  expect(await stored(world, "FRA")).toMatchObject({ value: "minted1" });
  expect(await stored(world, "MAD")).toMatchObject({ value: "minted2" });
  expect(await stored(world, "local")).toMatchObject({ value: "minted3" });
});

test("an isolate without a token uses its location's token from KV until it expires, then mints", async () => {
  const world = redgifs();
  const clock = testClock();
  const app = appIn(world, "FRA", clock);
  await store(world, "FRA", "of another isolate");
  await store(world, "MAD", "of another place");
  expect(await ask(app, "first")).toBe(200);
  await env.KV.delete(tokenKvKey(world, "FRA"));
  expect(await ask(app, "second")).toBe(200);
  clock.advance(HOUR_MS + 1);
  expect(await ask(app, "third")).toBe(200);
  expect(world.used).toEqual(["of another isolate", "of another isolate", "minted1"]);
});

test("a token that RedGifs refuses is replaced by a new one, in KV too", async () => {
  const world = redgifs();
  await store(world, "FRA", "bound elsewhere");
  world.refused.add("bound elsewhere");
  const app = appIn(world, "FRA");
  const answers = await Promise.all(["a11", "a22", "a33"].map((id) => ask(app, id)));
  expect(answers).toEqual([200, 200, 200]);
  expect(world.mints).toBe(1);
  expect(await stored(world, "FRA")).toMatchObject({ value: "minted1" });
});

test("a RedGifs that refuses every token gives out four a minute, not one for each clip", async () => {
  const world = redgifs();
  world.refused.has = () => true;
  const clock = testClock();
  const app = appIn(world, "ARN", clock);
  for (let clip = 0; clip < 20; clip += 1) {
    clock.advance(1_000);
    expect(await ask(app, `refused${clip}`)).toBe(503);
  }
  expect(world.mints).toBe(4);
  clock.advance(60_000);
  await ask(app, "refused20");
  expect(world.mints).toBeGreaterThan(4);
});

test("a failed call for a new token is not repeated by other clips within five seconds", async () => {
  const world = redgifs();
  const clock = testClock();
  let minting = 0;
  const fetch: Fetch = async (address, init) => {
    if (!address.endsWith("/temporary")) return world.fetch(address, init);
    minting += 1;
    return new Response(null, { status: 429, headers: { "Retry-After": "60" } });
  };
  const app = appIn({ ...world, fetch }, "LIS", clock);
  for (const id of ["b11", "b22", "b33"]) expect(await ask(app, id)).toBe(429);
  expect(minting).toBe(1);
  clock.advance(5_001);
  expect(await ask(app, "b44")).toBe(429);
  expect(minting).toBe(2);
  await store(world, "LIS", "of another isolate");
  expect(await ask(app, "b55")).toBe(200);
});

test("a KV that fails or holds an invalid token fails no request", async () => {
  const world = redgifs();
  for (const [colo, text] of Object.entries({
    FRA: "<html>",
    OSL: JSON.stringify({ until }),
    ATH: JSON.stringify({ value: "endless" }),
  })) {
    await env.KV.put(tokenKvKey(world, colo), text);
    expect(await ask(appIn(world, colo), `nonsense${colo}`), text).toBe(200);
  }
  expect(world.used).toEqual(["minted1", "minted2", "minted3"]);
  const app = testApp({
    env: { KV: failingKv, REDGIFS_API_URL: world.base },
    fetch: world.fetch,
    colo: "MAD",
  });
  expect(await ask(app, "down")).toBe(200);
});

test("the Worker reads the location from the request", async () => {
  const world = redgifs();
  const ctx = createExecutionContext();
  const worker = createWorker({ fetch: world.fetch });
  const request = new Request("https://unearth.test/api/redgifs/located", { cf: { colo: "AMS" } });
  const answer = await worker.fetch(request, { ...env, REDGIFS_API_URL: world.base }, ctx);
  await waitOnExecutionContext(ctx);
  expect(answer.status).toBe(200);
  expect(await stored(world, "AMS")).toMatchObject({ value: "minted1" });
});

test("a request that needs no location does not parse cf", async () => {
  let reads = 0;
  const request = new Request("https://unearth.test/api/auth/status");
  Object.defineProperty(request, "cf", { get: () => (reads += 1) });
  const ctx = createExecutionContext();
  const answer = await createWorker().fetch(request, env, ctx);
  await waitOnExecutionContext(ctx);
  expect(answer.status).toBe(200);
  expect(reads).toBe(0);
});

test("a location that is not three capitals counts as unknown", () => {
  const at = (colo: unknown) => coloOf({ cf: { colo } as CfProperties });
  expect(coloOf({ cf: undefined })).toBe("local");
  for (const colo of [undefined, "", "fra", "FRA:x", 7]) expect(at(colo)).toBe("local");
  expect(at("FRA")).toBe("FRA");
});
