import type { Post } from "#schema/api/posts.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import { type Sort, sortIn } from "#schema/choices.ts";
import { brand } from "#schema/brand.ts";
import { environmentFor } from "#schema/environment.ts";
import { isAdult, isCovered } from "#schema/media.ts";
import {
  PAGES,
  type PageName,
  pageAt,
  REMOVED_TITLE,
  SEARCH_PATH,
  titleOfUser,
  usernameAt,
  userPath,
} from "#schema/pages.ts";
import { SHORT_ID, withoutPostPrefix } from "#schema/reddit-id.ts";
import { cleanUsername } from "#schema/username.ts";

export interface PageAddress {
  name: PageName;
  /** The title before any data is known. */
  title: string;
  username: string | null;
  sort: Sort;
  /** The open post's id, without its prefix. */
  postId: string | null;
}

export function readAddress({ pathname, searchParams }: URL): PageAddress {
  const name = pageAt(pathname);
  // As the app reads it: its search is the one whose answer the page has to hold.
  const username = cleanUsername(usernameAt(pathname));
  const post = withoutPostPrefix(searchParams.get("post") ?? "");
  const postId = SHORT_ID.test(post) ? post : null;
  const title = username ? titleOfUser(username) : PAGES[name].title;
  return { name, title, username: username || null, sort: sortIn(searchParams), postId };
}

/** Search engines list no creators (decision 002), and no copies of the site: staging and the API's host. */
export function isListed({ name }: PageAddress, { hostname, origin }: URL): boolean {
  const { name: environment, apiBase } = environmentFor(hostname);
  return name !== "user" && environment !== "staging" && origin !== apiBase;
}

/** The redirect for a search form sent without a script; null for other addresses. */
export function searchedPath({ pathname, searchParams }: URL): string | null {
  const typed = searchParams.get("username");
  if (typed === null || (pathname !== SEARCH_PATH && pathname !== PAGES.home.path)) return null;
  const username = cleanUsername(typed);
  return username ? userPath(username) : PAGES.home.path;
}

/** Whether the address is that of a file, such as a chunk of an older deployment. */
export function namesFile(pathname: string): boolean {
  if (pathname.startsWith("/user/")) return false;
  return pathname.startsWith("/assets/") || /\.[a-z0-9]{2,11}$/i.test(pathname);
}

export interface Preview {
  title: string;
  description: string;
  /** Absolute, or null for the product's own picture. */
  imageUrl: string | null;
}

export type PreviewedPost = Pick<
  Post,
  | "title"
  | "username"
  | "subreddit"
  | "isNsfw"
  | "subredditIsNsfw"
  | "isSpoiler"
  | "thumbnailUrl"
  | "thumbnails"
>;

/** Regardless of the visitor's preference: a link preview is shown to others too. */
const isSensitive = (post: PreviewedPost): boolean => isCovered(post, isAdult(post));

/** The widest tile: networks show a picture below 600 pixels small, or not at all. */
const pictureOf = ({ thumbnails, thumbnailUrl }: PreviewedPost): string | null =>
  thumbnails.at(-1)?.url ?? thumbnailUrl;

function previewOfPost(post: PreviewedPost): Preview {
  return {
    title: post.title,
    description: `Posted by u/${post.username} in r/${post.subreddit}. ${brand.tagline}`,
    imageUrl: isSensitive(post) ? null : pictureOf(post),
  };
}

/** Must not name or show the creator or the post. */
export const REMOVED_PREVIEW: Preview = {
  title: REMOVED_TITLE,
  description: "Removed at request.",
  imageUrl: null,
};

/**
 * Shows no adult or spoiler picture, and no avatar of a creator whose profile or any post is adult, because that avatar
 * may be adult too.
 */
export function previewOf(
  address: PageAddress,
  post: PreviewedPost | null,
  found: { early: SearchResponse; isAdultProfile: boolean } | null,
): Preview {
  if (post) return previewOfPost(post);
  const search = found?.early;
  if (search?.userInfo) {
    const { username, avatarUrl } = search.userInfo;
    const first = search.posts.find((one) => !isSensitive(one));
    const isAdultCreator = found?.isAdultProfile || search.posts.some(isAdult);
    return {
      title: address.title,
      description: `Pictures, galleries, GIFs and videos posted by u/${username}. ${brand.tagline}`,
      imageUrl: (first && pictureOf(first)) ?? (isAdultCreator ? null : avatarUrl),
    };
  }
  return { title: address.title, description: brand.description, imageUrl: null };
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Escapes JSON so that it cannot end its script element or open a comment in it. */
export const scriptSafe = (json: string): string => json.replaceAll("<", String.raw`\u003c`);
