import { expect, test } from "vitest";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePost, standIn, textPost } from "#worker/testing/stand-in.ts";

test("a walk whose third call is the source's last answers with a cursor", async () => {
  const posts = Array.from({ length: 400 }, (_, at) => (at < 380 ? textPost(at) : picturePost(at)));
  const reddit = standIn({ Sparse: { posts } });
  reddit.instead = (url) => {
    const remaining = url.searchParams.has("after") ? "0.0" : "5.0";
    reddit.headers = { "x-ratelimit-remaining": remaining, "x-ratelimit-reset": "90" };
    return null;
  };
  const limit = { limit: async () => ({ success: true }) };
  const limits = { RATE_LIMITS: "on", SEARCH_LIMIT: limit, WIDEST_LIMIT: limit };
  const app = appOver(reddit, { env: { REDDIT_CLIENT_ID: "last-call-test", ...limits } });
  const answer = await search(app, { username: "Sparse", limit: 12 });
  expect(answer).toMatchObject({ posts: [], nextPage: expect.any(String) });
});
