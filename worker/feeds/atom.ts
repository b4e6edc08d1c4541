import { html, raw } from "hono/html";
import type { Feed, FeedItem } from "./feed.ts";

/** HTML inside XML: escaped for both. */
const contentOf = ({ url, thumbnailUrl, tags }: FeedItem) =>
  html`<p>${thumbnailUrl ? html`<a href="${url}"><img src="${thumbnailUrl}" alt="" /></a>` : ""}</p>
    <p>${tags.join(" · ")}</p>`;

const entryOf = async (item: FeedItem) =>
  html`<entry>
    <id>${item.id}</id>
    <title>${item.title}</title>
    <link rel="alternate" type="text/html" href="${item.url}" />
    <published>${item.publishedAt}</published>
    <updated>${item.publishedAt}</updated>
    <author><name>${item.author}</name></author>
    ${item.tags.map((tag) => html`<category term="${tag}" />`)}
    ${item.thumbnailUrl ? html`<media:thumbnail url="${item.thumbnailUrl}" />` : ""}
    <content type="html">${String(await contentOf(item))}</content>
  </entry>`;

/** RFC 4287, with Media RSS for the thumbnails. */
export async function atomText(feed: Feed): Promise<string> {
  const entries = await Promise.all(feed.items.map(entryOf));
  return String(
    await html`${raw('<?xml version="1.0" encoding="utf-8"?>')}
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
        <id>${feed.pageUrl}</id>
        <title>${feed.title}</title>
        <subtitle>${feed.description}</subtitle>
        <updated>${feed.updatedAt}</updated>
        <icon>${feed.iconUrl}</icon>
        <link rel="self" type="application/atom+xml" href="${feed.urlOf.xml}" />
        <link rel="alternate" type="text/html" href="${feed.pageUrl}" />
        ${entries}
      </feed> `,
  );
}
