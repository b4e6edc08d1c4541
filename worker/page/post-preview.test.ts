import { expect, test } from "vitest";
import { preview } from "#normalise/testing/raw-posts.ts";
import { app as wholeApp } from "#worker/app.ts";
import { systemClock } from "#worker/lib/clock.ts";
import { liftByKey, removeByKey } from "#worker/testing/removals.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePost, standIn, textPost } from "#worker/testing/stand-in.ts";
import { testClock } from "#worker/testing/test-app.ts";
import { waited } from "#worker/testing/measure-waits.ts";

const OWN_PICTURE = "https://unearth.test/og.png";
const ABOUT_CREATOR = "u/linked - Media Posts | Reddit User Search";
const OF_CREATOR = { title: ABOUT_CREATOR, pageTitle: ABOUT_CREATOR };

const marks: Record<number, Record<string, unknown>> = {
  27: { over_18: true },
  28: { spoiler: true },
};

const idOf = (at: number) => `p${at.toString(36)}`;

/** Thirty posts; the first page has twelve. */
const linked = () =>
  standIn({
    Linked: {
      posts: Array.from({ length: 30 }, (_, at) =>
        picturePost(at, {
          author: "Linked",
          title: `Title ${at}`,
          preview: preview(`still${at}`),
          ...marks[at],
        }),
      ),
    },
  });

function previewIn(page: string) {
  const read = (name: string) =>
    new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(page)?.[1];
  const [pageTitle, ...more] = [...page.matchAll(/<title>([^<]*)<\/title>/g)].map(
    ([, text]) => text,
  );
  expect(more, "a page has one title").toEqual([]);
  return { title: read("title"), pageTitle, image: read("image") };
}

test("a linked post beyond the creator's first page has a preview of its own", async () => {
  const reddit = linked();
  const app = appOver(reddit);
  // From memory, because a busy machine could exceed the 300 ms that a page waits.
  await search(app, { username: "linked" });
  for (const at of [27, 28, 29]) await app.request(`/api/reddit/post/${idOf(at)}`);
  const previewOf = async (id: string) =>
    previewIn(await (await app.request(`/user/linked?post=${id}`)).text());
  expect(await previewOf(idOf(29))).toEqual({
    title: "Title 29",
    pageTitle: "Title 29 - u/Linked",
    image: expect.stringContaining("still29.jpg?auto"),
  });
  expect(await previewOf(idOf(27)), "adult").toEqual({
    title: "Title 27",
    pageTitle: "Title 27 - u/Linked",
    image: OWN_PICTURE,
  });
  expect(await previewOf(`t3_${idOf(28)}`), "spoiler").toEqual({
    title: "Title 28",
    pageTitle: "Title 28 - u/Linked",
    image: OWN_PICTURE,
  });
  const lookedUp = reddit.count(/api\/info/);
  expect(await previewOf(idOf(3))).toMatchObject({
    title: "Title 3",
    pageTitle: "Title 3 - u/Linked",
  });
  expect(reddit.count(/api\/info/), "a post of the first page is not looked up").toBe(lookedUp);
  expect(await previewOf("nosuch1"), "an unknown post").toMatchObject(OF_CREATOR);
});

test("another creator's post has no preview under this creator's name", async () => {
  const posts = [picturePost(40, { author: "Other", title: "Title of another" })];
  const reddit = linked();
  reddit.creators.Other = { posts };
  const app = appOver(reddit);
  await search(app, { username: "linked" });
  await search(app, { username: "other" });
  const id = idOf(40);
  await app.request(`/api/reddit/post/${id}`);
  const previewAt = async (path: string) =>
    previewIn(await (await app.request(`${path}?post=${id}`)).text());
  expect(await previewAt("/user/OTHER")).toMatchObject({
    title: "Title of another",
    pageTitle: "Title of another - u/Other",
  });
  expect(await previewAt("/user/linked")).toMatchObject(OF_CREATOR);
});

test("if the source does not answer about a linked post, the creator's preview is sent after 300 ms", async () => {
  const reddit = linked();
  reddit.instead = (url) =>
    url.pathname === "/api/info" ? new Promise<Response>(() => undefined) : null;
  const app = appOver(reddit, { clock: systemClock });
  const deps = app.deps();
  const { result: page, waitedMs } = await waited(async () => {
    const address = `https://localhost/user/linked?post=${idOf(29)}`;
    return (await wholeApp.fetch(new Request(address), { deps })).text();
  });
  expect(waitedMs).toBe(300);
  expect(previewIn(page)).toMatchObject(OF_CREATOR);
});

test("no post is looked up for a page without a linked post, or of an unknown or removed creator", async () => {
  const clock = testClock();
  const reddit = linked();
  const app = appOver(reddit, { clock });
  await app.request("/user/linked");
  await app.request("/user/nobody-here?post=p9");
  await removeByKey("user", "linked");
  clock.advance(60_000);
  await app.request("/user/linked?post=p9");
  await liftByKey("user", "linked");
  expect(reddit.count(/api\/info/)).toBe(0);
});

/** Runs `work` without the 300 ms that a page waits for its data, which a busy machine could exceed. */
async function withoutPageTimeout<T>(work: () => Promise<T>): Promise<T> {
  const { setTimeout } = globalThis;
  const startTimer = (callback: () => void, ms?: number) =>
    ms === 300 ? 0 : setTimeout(callback, ms);
  Object.assign(globalThis, { setTimeout: startTimer });
  try {
    return await work();
  } finally {
    Object.assign(globalThis, { setTimeout });
  }
}

test.each([
  ["a creator of pictures", 0],
  ["a creator with few pictures", 299],
])(
  "an uncached link to an old post of %s has the post's preview within three calls",
  async (who, texts) => {
    const posts = Array.from({ length: 300 }, (_, at) =>
      at < texts ? textPost(at) : picturePost(at, { author: "Cold", title: `Title ${at}` }),
    );
    const reddit = standIn({ Cold: { posts } });
    const app = appOver(reddit, { env: { REDDIT_CLIENT_ID: `cold ${who}` } });
    const address = `/user/cold?post=${idOf(299)}`;
    const page = await withoutPageTimeout(async () => (await app.request(address)).text());
    expect(previewIn(page)).toMatchObject({ pageTitle: "Title 299 - u/Cold" });
    expect(reddit.count(/^\/user|info/)).toBe(3);
  },
);
