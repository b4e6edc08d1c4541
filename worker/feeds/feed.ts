import type { Post } from "#schema/api/posts.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import { feedPath, feedTitle, type FeedFormat } from "#schema/feeds.ts";
import { isAdult } from "#schema/media.ts";
import { userPath } from "#schema/pages.ts";
import { withoutPostPrefix } from "#schema/reddit-id.ts";

export interface FeedItem {
  /** The post's address at Reddit, which stays the same if our domain changes. */
  id: string;
  url: string;
  title: string;
  author: string;
  thumbnailUrl: string | null;
  publishedAt: string;
  tags: string[];
}

/** The content of both formats, the same for all readers. */
export interface Feed {
  title: string;
  description: string;
  pageUrl: string;
  urlOf: Record<FeedFormat, string>;
  iconUrl: string;
  /** The newest post's date. Of an empty feed the epoch: the time of its fetch would give each fetch another ETag. */
  updatedAt: string;
  items: FeedItem[];
}

/** XML 1.0 cannot express these characters, which a source's texts can contain. */
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const writable = (text: string): string => text.replace(NOT_IN_XML, "");

function itemOf(post: Post, origin: string): FeedItem {
  const marks = [...(isAdult(post) ? ["NSFW"] : []), ...(post.isSpoiler ? ["Spoiler"] : [])];
  return {
    id: post.redditUrl,
    url: `${origin}${userPath(post.username)}?post=${withoutPostPrefix(post.id)}`,
    title: [...marks.map((mark) => `[${mark}]`), writable(post.title)].join(" "),
    author: writable(post.username),
    // The sample's addresses are relative, and a feed reader does not know our origin.
    thumbnailUrl: post.thumbnailUrl && new URL(post.thumbnailUrl, origin).href,
    publishedAt: post.createdAt,
    tags: [`r/${writable(post.subreddit)}`, post.mediaType, ...marks],
  };
}

export function feedOf(answer: SearchResponse, username: string, origin: string): Feed {
  const name = answer.userInfo?.username ?? username;
  const newest = Math.max(0, ...answer.posts.map(({ created }) => created));
  return {
    title: feedTitle(name),
    description: `Pictures, galleries, GIFs and videos posted by u/${name}.`,
    pageUrl: `${origin}${userPath(name)}`,
    urlOf: { xml: `${origin}${feedPath(name, "xml")}`, json: `${origin}${feedPath(name, "json")}` },
    iconUrl: `${origin}/icon-512.png`,
    updatedAt: new Date(newest * 1000).toISOString(),
    items: answer.posts.map((post) => itemOf(post, origin)),
  };
}
