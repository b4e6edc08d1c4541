import { etag } from "hono/etag";
import * as z from "zod/mini";
import { searchRequest } from "#schema/api/search.ts";
import { FEED_TYPES, type FeedFormat } from "#schema/feeds.ts";
import { newRouter } from "#worker/http/context.ts";
import { withDeadline } from "#worker/http/deadline.ts";
import { apiHeaders } from "#worker/http/security-headers.ts";
import { validated } from "#worker/http/validated.ts";
import { atomText } from "./atom.ts";
import { readFeed } from "./feeds.service.ts";
import { jsonFeed } from "./json-feed.ts";

const feedAddress = z.pick(searchRequest, { username: true });

const headersOf = (format: FeedFormat) => ({
  "Content-Type": `${FEED_TYPES[format]}; charset=utf-8`,
  // Each poll revalidates, so that a removal reaches readers at once; an unchanged feed is a 304.
  "Cache-Control": "public, no-cache",
  "X-Robots-Tag": "noindex",
});

const retainedHeaders = ["Cache-Control", "ETag", "X-Robots-Tag"];

// No pattern in the paths: with `:feed{…}` Hono's fast router refuses the whole route table.
const asFeed = [apiHeaders, withDeadline, etag({ retainedHeaders })] as const;

export const feedsRoutes = newRouter()
  .get("/:username/feed.xml", ...asFeed, validated("param", feedAddress), async (c) => {
    const feed = await readFeed(c.env.deps, c.req.valid("param").username, new URL(c.req.url));
    return c.body(await atomText(feed), 200, headersOf("xml"));
  })
  .get("/:username/feed.json", ...asFeed, validated("param", feedAddress), async (c) => {
    const feed = await readFeed(c.env.deps, c.req.valid("param").username, new URL(c.req.url));
    return c.json(jsonFeed(feed), 200, headersOf("json"));
  });
