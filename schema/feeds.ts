import { brand } from "./brand.ts";
import { userPath } from "./pages.ts";

/** Atom, and JSON Feed. */
export const FEED_FORMATS = ["xml", "json"] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

export const ATOM_TYPE = "application/atom+xml";

export const FEED_TYPES: Record<FeedFormat, string> = {
  xml: ATOM_TYPE,
  json: "application/feed+json",
};

export const feedPath = (username: string, format: FeedFormat) =>
  `${userPath(username)}/feed.${format}`;

export const isFeedPath = (path: string) => /^\/user\/[^/]+\/feed\.(?:xml|json)$/.test(path);

export const feedTitle = (username: string) => `u/${username} on ${brand.name}`;
