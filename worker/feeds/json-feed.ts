import type { Feed } from "./feed.ts";

/** https://jsonfeed.org/version/1.1 */
export const jsonFeed = (feed: Feed) => ({
  version: "https://jsonfeed.org/version/1.1",
  title: feed.title,
  description: feed.description,
  home_page_url: feed.pageUrl,
  feed_url: feed.urlOf.json,
  icon: feed.iconUrl,
  items: feed.items.map(({ id, url, title, author, thumbnailUrl, publishedAt, tags }) => ({
    id,
    url,
    title,
    content_text: tags.join(" · "),
    ...(thumbnailUrl !== null && { image: thumbnailUrl }),
    date_published: publishedAt,
    authors: [{ name: author }],
    tags,
  })),
});
