import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { BadgesResponse } from "#schema/api/badges.ts";
import { queryKeys } from "#schema/queries.ts";
import { app as wholeApp } from "#worker/app.ts";
import { derive } from "#worker/deps.ts";
import { holdingD1, silentD1 } from "#worker/testing/faulty-d1.ts";
import { inlined } from "#worker/testing/inlined.ts";
import { currentRemovals } from "#worker/removals/removal-list.service.ts";
import { appOver } from "#worker/testing/search.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { picturePost, standIn } from "#worker/testing/stand-in.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { linkHeader } from "./page.links.ts";

const withPreview = (index: number) => {
  const url = (width: number) => `https://preview.redd.it/p${index}.jpg?width=${width}&s=x`;
  const sized = (width: number) => ({ url: url(width), width, height: width });
  const image = { source: sized(1080), resolutions: [sized(320), sized(640)] };
  return picturePost(index, { preview: { images: [image] } });
};

async function readUntil(answer: Response, mark: string) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes(mark)) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done) break;
    text += value ?? "";
  }
  return { text, rest: reader };
}

const cookieOfNobody = { Cookie: `__Host-sid=${"a".repeat(43)}` };

const STATUS = JSON.stringify(queryKeys.session());

test("the Link header names the media host and the first picture once the listing is known", async () => {
  const reddit = standIn({ Ann: { posts: [withPreview(1), withPreview(2)] } });
  const over = appOver(reddit);
  await (await over.request("/user/Ann")).text();
  const known = await over.request("/user/Ann");
  const link = known.headers.get("Link") ?? "";
  expect(link).toMatch(
    /^<https:\/\/preview\.redd\.it>; rel=preconnect, <https:\/\/preview\.redd\.it\/p1/,
  );
  expect(link).toContain(
    "<https://preview.redd.it/p1.jpg?width=320&s=x>; rel=preload; as=image; fetchpriority=high; referrerpolicy=no-referrer",
  );
  expect(link, "the others are for wide windows").not.toContain("p2.jpg");
  reddit.instead = () => new Promise(() => undefined);
  const request = new Request("https://localhost/user/Nobody_yet");
  const unknown = await hurried(async () => wholeApp.fetch(request, { deps: over.deps() }));
  expect(unknown.headers.get("Link")).toBe("<https://preview.redd.it>; rel=preconnect");
  expect((await over.request("/about")).headers.get("Link")).toBeNull();
});

test("an address that could break out of the Link header is left out", () => {
  const image = (url: string) => ({ images: [url], mediaOrigins: [] });
  expect(linkHeader(image("https://a.example/x"))).toContain("rel=preload");
  for (const evil of [
    'https://a/x"; rel=preload',
    "https://a/>x",
    "https://a/\\",
    "https://a/\r\nX: y",
  ]) {
    expect(linkHeader(image(evil)), evil).toBe("");
    expect(linkHeader({ images: [], mediaOrigins: [evil] }), evil).toBe("");
  }
});

test("Server-Timing has the waits of a page or API call, and is absent for a ready answer", async () => {
  const reddit = standIn({ Tim: { posts: [picturePost(1)] } });
  const over = appOver(reddit);
  const search = () => over.send("POST", "/api/reddit/search", { username: "Tim" });
  const first = (await search()).headers.get("Server-Timing");
  expect(first).toMatch(
    /^source;dur=\d+;desc="\d", cache;dur=\d+;desc="\d+", d1;dur=0;desc="\d", total;dur=\d+$/,
  );
  expect(first).not.toContain("Tim");
  expect((await search()).headers.get("Server-Timing")).toBeNull();
  expect((await over.request("/api/auth/status")).headers.get("Server-Timing")).toBeNull();
  const page = await testApp().request("/user/Ann");
  expect(page.headers.get("Server-Timing")).toMatch(/total;dur=\d+$/);
});

test("a creator's page holds the badges, and is sent without them after 50 ms", async () => {
  let isSilent = false;
  const KV = new Proxy(env.KV, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (key: string, ...more: unknown[]) =>
        isSilent && key.startsWith("badges:")
          ? new Promise(() => undefined)
          : (Reflect.apply(value, target, [key, ...more]) as unknown);
    },
  });
  const over = appOver(standIn({ Ann: { posts: [withPreview(1)] } }), { env: { KV } });
  const request = new Request("https://localhost/user/Ann");
  const page = async () => (await wholeApp.fetch(request, { deps: over.deps() })).text();
  const { badges } = await (await over.request("/api/badges/users/Ann")).json<BadgesResponse>();
  expect(badges).not.toEqual([]);
  await (await over.request("/user/Ann")).text();
  const key = JSON.stringify(queryKeys.badges("Ann"));
  expect(inlined(await page()).get(key)).toEqual(badges);
  isSilent = true;
  const { result, waitedMs } = await waited(page);
  expect(inlined(result).has(key)).toBe(false);
  expect(waitedMs).toBe(50);
});

test("a page of a name that is too long to search for holds no search", async () => {
  const page = await testApp().request(`https://localhost/user/${"x".repeat(51)}`);
  expect([...inlined(await page.text()).keys()]).toEqual([STATUS]);
});

test("a board that is too late for its page is read after it", async () => {
  const { db, answered, release } = holdingD1();
  const app = testApp({ env: { DB: db } });
  const work: Promise<unknown>[] = [];
  const deps = derive(app.deps(), { waitUntil: (promise) => void work.push(promise) });
  const request = new Request("https://localhost/");
  const page = hurried(async () => (await wholeApp.fetch(request, { deps })).text());
  await answered;
  expect(await page).not.toContain('"leaderboard"');
  const background = Promise.all(work).then(() => "read");
  expect(await Promise.race([background, "still reading"])).toBe("still reading");
  release();
  await background;
  app.meter.reset();
  expect((await app.request("/api/leaderboard/users")).status).toBe(200);
  expect(app.meter.statements).toBe(0);
});

// Last, because the silent database also blocks the isolate's renewal of names for 6 s.
test("the whole head is sent without the database, and the body after 50 ms without counts", async () => {
  const reddit = standIn({ Ann: { posts: [withPreview(1), withPreview(2)] } });
  const over = appOver(reddit, { env: { DB: silentD1() } });
  const page = () =>
    wholeApp.fetch(new Request("https://localhost/user/Ann", { headers: cookieOfNobody }), {
      deps: over.deps(),
    });
  await env.KV.put("nsfw-subreddits:v1", "gonewild");
  await currentRemovals(over.deps());
  await (await page()).text();
  const head = await waited(async () => readUntil(await page(), "</head>"));
  expect(head.waitedMs).toBe(0);
  expect(head.result.text).toContain("<title>u/Ann - Media Posts");
  expect(head.result.text).toContain('<link rel="preconnect" href="https://preview.redd.it">');
  expect(head.result.text).toContain('as="image" fetchpriority="high"');
  expect(head.result.text).toContain('<meta property="og:title"');
  const whole = await waited(async () => (await page()).text());
  expect(whole.waitedMs).toBe(50);
  const search = inlined(whole.result).get(JSON.stringify(queryKeys.search("ann", "new")));
  expect(search).toMatchObject({
    pages: [{ userInfo: { heartCount: null }, posts: [{ heartCount: null, rank: null }, {}] }],
  });
  expect(whole.result).toContain("Picture 1");
});

test("a signed-in page is sent without its session when the database does not answer", async () => {
  const headers = cookieOfNobody;
  const { result: page, waitedMs } = await waited(async () => {
    const deps = testApp({ env: { DB: silentD1() } }).deps();
    const request = new Request("https://localhost/about", { headers });
    return (await wholeApp.fetch(request, { deps })).text();
  });
  expect(inlined(page).has(STATUS)).toBe(false);
  expect(waitedMs).toBe(50);
});
