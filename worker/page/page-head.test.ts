import { expect, test } from "vitest";
import { brand } from "#schema/brand.ts";
import { appOver } from "#worker/testing/search.ts";
import { picturePost, standIn } from "#worker/testing/stand-in.ts";
import { testApp } from "#worker/testing/test-app.ts";

const textOf = async (answer: Promise<Response>) => (await answer).text();

test("a link preview names the product and the page's address, and replaces the shell's description", async () => {
  const text = await textOf(testApp().request("/about?from=a&b"));
  expect(text).toContain(`<meta property="og:site_name" content="${brand.name}">`);
  expect(text).toContain(
    '<meta property="og:url" content="https://unearth.test/about?from=a&amp;b">',
  );
  expect(text.match(/<meta name="description"/g)).toHaveLength(1);
});

test("a hostile community name stays text in the description", async () => {
  const subreddit = '"><script>alert(1)</script>';
  const posts = [picturePost(1, { author: "Community", subreddit })];
  const app = appOver(standIn({ Community: { posts } }));
  const text = await textOf(app.request("/user/Community?post=p1"));
  expect(text).toContain('content="Posted by u/Community in r/&quot;&gt;&lt;script&gt;');
  expect(text).not.toContain("<script>alert");
});

test("link preview bots find title and preview before the styles, browsers get the styles first", async () => {
  const app = appOver(standIn({ Ann: { posts: [picturePost(1, { title: "Blue stone" })] } }));
  const orderFor = async (path: string, headers: HeadersInit) => {
    const text = await textOf(app.request(path, { headers }));
    const at = text.indexOf("<style>");
    const [head = ""] = text.split("</head>");
    for (const tag of ["<title>", "og:title", "og:image", "twitter:card", 'name="description"'])
      expect(head.split(tag), `${tag} once`).toHaveLength(2);
    return ["<title>", "og:title", "og:image", "twitter:card"].map((tag) => text.indexOf(tag) < at);
  };
  const browser = { "Sec-Fetch-Dest": "document" };
  for (const path of ["/about", "/user/Ann", "/user/Ann?post=p1"])
    expect(await orderFor(path, {}), path).toEqual([true, true, true, true]);
  expect(await orderFor("/user/Ann", browser)).toEqual([true, false, false, false]);
  expect(await orderFor("/user/Ann?post=p1", browser)).toEqual([false, false, false, false]);
});
