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
