import { archiveStandIn } from "#worker/testing/archive-stand-in.ts";
import { sourceSuite } from "#worker/testing/source-suite.ts";
import { picturePosts, REDDIT_ENV, standIn } from "#worker/testing/stand-in.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { openSource } from "#worker/source/open.ts";

sourceSuite("reddit", () => {
  const reddit = standIn({ Suite: { posts: picturePosts(230) } });
  const app = testApp({ fetch: reddit.fetch, env: REDDIT_ENV });
  return {
    deps: () => app.deps(),
    open: (deps) => openSource(deps, "reddit"),
    creator: "Suite",
    count: 230,
    unknownName: "Nobody-here",
  };
});

sourceSuite("archive", () => {
  const posts = picturePosts(230).map((post, index) => ({
    ...post,
    author: "Suite",
    created_utc: 1_790_000_000 - Math.floor(index / 3),
  }));
  const app = testApp({ fetch: archiveStandIn(posts).fetch });
  return {
    deps: () => app.deps(),
    open: (deps) => openSource(deps, "archive"),
    creator: "Suite",
    count: 230,
    unknownName: "Nobody-here",
  };
});
