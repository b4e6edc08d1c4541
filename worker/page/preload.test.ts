import { expect, test } from "vitest";
import { preview } from "#normalise/testing/raw-posts.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { appOver } from "#worker/testing/search.ts";
import { picturePost, standIn } from "#worker/testing/stand-in.ts";

/** The first picture's address in the markup and in its preload. */
function firstPictures(text: string) {
  const [, preload = ""] =
    /<link rel="preload" as="image" fetchpriority="high" ([^>]*)>/.exec(text) ?? [];
  const [, tile = ""] = /<article.*?<img ([^>]*)>/s.exec(text) ?? [];
  const read = (markup: string, name: string) =>
    new RegExp(`(?:^|\\s)${name}="([^"]*)"`, "i").exec(markup)?.[1] ?? null;
  const isSized = read(tile, "srcset") !== null;
  return {
    preloads: text.match(/<link rel="preload" as="image"/g)?.length ?? 0,
    preload: [read(preload, "href"), read(preload, "imagesrcset"), read(preload, "imagesizes")],
    tile: isSized
      ? [null, read(tile, "srcset"), read(tile, "sizes")]
      : [read(tile, "src"), null, null],
  };
}

const pictured = () =>
  appOver(
    standIn({
      Stones: {
        posts: [1, 2, 3, 4].map((id) => picturePost(id, { preview: preview(`still${id}`) })),
      },
    }),
  );

test("the preloaded picture is the one the first tile asks for: a small copy while it is covered", async () => {
  const text = await (await pictured().request("/user/Stones")).text();
  const found = firstPictures(text);
  expect(found.preloads).toBe(3);
  const others = text.match(/<link rel="preload" as="image" media="\(min-width: 640px\)" /g);
  expect(others, "the others are for wide windows").toHaveLength(2);
  expect(found.preload).toEqual(found.tile);
  expect(found.preload[0]).toContain("width=108");
});

test("the head does not wait for a member's preference: the small copies are preloaded", async () => {
  const over = pictured();
  const { cookie } = await signUp(over, "page_unblurred");
  await over.send("PUT", "/api/user/preferences", { blurEnabled: false }, { Cookie: cookie });
  const page = await over.request("https://localhost/user/Stones", { headers: { Cookie: cookie } });
  const { preload: small, tile } = firstPictures(await page.text());
  expect(small[0]).toContain("width=108");
  expect(tile[1], "the member's own first view shows larger ones").toContain(" 640w");
});

test("the first view offers to show covered pictures to visitors without an account only", async () => {
  const over = pictured();
  const { cookie } = await signUp(over, "page_covered");
  const viewFor = async (headers: Record<string, string>) =>
    (await over.request("https://localhost/user/Stones", { headers })).text();
  expect(await viewFor({})).toContain("Pictures are covered.");
  const seen = await viewFor({ Cookie: cookie });
  expect(seen).toContain("<article");
  expect(seen).not.toContain("Pictures are covered.");
});

test.each(["media=gallery", "r=pics", "q=words", "before=2024-01"])(
  "with %s, which may leave out the first posts, no picture is preloaded and no tile is in the page",
  async (query) => {
    const page = await pictured().request(`/user/Stones?${query}`);
    expect(page.headers.get("Link") ?? "").not.toContain("preload");
    const text = await page.text();
    expect(firstPictures(text).preloads).toBe(0);
    expect(text).not.toContain("<article");
  },
);

test("a picture of a single size, which may be a large one, is not preloaded", async () => {
  const over = appOver(standIn({ Boulders: { posts: [picturePost(5)] } }));
  const page = await over.request("/user/Boulders");
  expect(page.headers.get("Link") ?? "").not.toContain("preload");
  const found = firstPictures(await page.text());
  expect(found).toMatchObject({ preloads: 0, tile: [expect.any(String), null, null] });
});

test("no picture is preloaded for a browser that saves data", async () => {
  const over = pictured();
  const headers = { "Save-Data": "on" };
  const text = await (await over.request("/user/Stones", { headers })).text();
  expect(firstPictures(text)).toMatchObject({
    preloads: 0,
    tile: [expect.any(String), null, null],
  });
});

test("a page connects early to each host of its first six tiles, once", async () => {
  const posts = [1, 2, 3, 4, 5, 6, 7].map((id) =>
    picturePost(id, { url: `https://${id === 7 ? "seventh" : `host${id % 2}`}.example/${id}.jpg` }),
  );
  const page = await appOver(standIn({ Hosted: { posts } })).request("/user/Hosted");
  const origins = [...(await page.text()).matchAll(/<link rel="preconnect" href="([^"]*)">/g)];
  expect(origins.map(([, origin]) => origin)).toEqual([
    "https://host1.example",
    "https://host0.example",
  ]);
});
