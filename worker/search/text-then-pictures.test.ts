import { expect, test } from "vitest";
import { archiveStandIn, besideReddit } from "#worker/testing/archive-stand-in.ts";
import { search } from "#worker/testing/search.ts";
import {
  picturePost,
  REDDIT_ENV,
  standIn,
  textPost,
  type RawPost,
} from "#worker/testing/stand-in.ts";
import { testApp } from "#worker/testing/test-app.ts";

test("a creator whose newest thousand posts have no media is continued by the archive", async () => {
  const all = Array.from({ length: 1_030 }, (_, index): RawPost => ({
    ...(index < 1_000 ? textPost(index) : picturePost(index)),
    author: "Writer",
  }));
  // Reddit lists the first thousand and knows the others by id.
  const reddit = standIn({
    Writer: { posts: all.slice(0, 1_000) },
    Unlisted: { posts: all.slice(1_000) },
  });
  const env = { ...REDDIT_ENV, ARCHIVE_FALLBACK: "on" };
  const app = testApp({ fetch: besideReddit(reddit, archiveStandIn(all)), env });
  const ids: string[] = [];
  let after: string | null | undefined;
  for (let request = 0; request < 12 && after !== null; request += 1) {
    const page = await search(app, { username: "Writer", limit: 100, after });
    ids.push(...page.posts.map(({ id }) => id));
    after = page.nextPage;
  }
  expect(after).toBeNull();
  expect(ids).toEqual(all.slice(1_000).map(({ name }) => name));
});
