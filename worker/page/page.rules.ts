import type { Post, SearchResponse, Sort } from "#schema/api/posts.ts";
import { SORTS } from "#schema/choices.ts";
import { brand } from "#schema/brand.ts";
import { pageTitles } from "#schema/page-titles.ts";
import { cleanUsername } from "#schema/username.ts";

export type PageName =
  | "home"
  | "user"
  | "leaderboard"
  | "login"
  | "signup"
  | "account"
  | "about"
  | "terms"
  | "privacy"
  | "contact"
  | "admin"
  | "not-found";

export interface PageAddress {
  name: PageName;
  /** The page's own title, before any data is known. */
  title: string;
  username: string | null;
  sort: Sort;
  /** The open post's id, without its prefix. */
  postId: string | null;
}

const PLAIN_PAGES: Record<string, Exclude<PageName, "user" | "not-found">> = {
  "/": "home",
  "/leaderboard": "leaderboard",
  "/login": "login",
  "/signup": "signup",
  "/account": "account",
  "/about": "about",
  "/terms": "terms",
  "/privacy": "privacy",
  "/contact": "contact",
  "/admin": "admin",
};

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function usernameIn(pathname: string): string | null {
  const match = /^\/user\/([^/]+)\/?$/.exec(pathname);
  return match?.[1] ? decoded(match[1]) : null;
}

function sortIn(query: URLSearchParams): Sort {
  return SORTS.find((sort) => sort === query.get("sort")) ?? "new";
}

export function readAddress(url: URL): PageAddress {
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, "") : url.pathname;
  const username = usernameIn(url.pathname);
  const postId = /^[a-z0-9]{1,13}$/.exec(url.searchParams.get("post") ?? "")?.[0] ?? null;
  const common = { username, sort: sortIn(url.searchParams), postId };
  if (username !== null) return { ...common, name: "user", title: pageTitles.user(username) };
  if (path === "/user") return { ...common, name: "user", title: pageTitles.invalidUser() };
  const name = PLAIN_PAGES[path];
  if (!name) return { ...common, name: "not-found", title: pageTitles.notFound() };
  return { ...common, name, title: pageTitles[name]() };
}

/** Where a search form leads that no script has taken over yet: /user?username=… Nothing leads home. */
export function searchedPath({ pathname, searchParams }: URL): string | null {
  const typed = searchParams.get("username");
  if (typed === null || (pathname !== "/user" && pathname !== "/")) return null;
  const username = cleanUsername(typed);
  return username ? `/user/${encodeURIComponent(username)}` : "/";
}

/** A path that names a file is never a page: a missing chunk must not be answered with one. */
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

function ofPost(post: Post): Preview {
  const mayShow = !post.isNsfw && !post.subredditIsNsfw && !post.isSpoiler;
  return {
    title: post.title,
    description: `Posted by u/${post.username} in r/${post.subreddit}. ${brand.tagline}`,
    imageUrl: mayShow ? (post.thumbnails.at(-1)?.url ?? post.thumbnailUrl) : null,
  };
}

/** What a link to the page shows elsewhere. Adult and spoiler pictures stay out of it. */
export function previewOf(
  address: PageAddress,
  post: Post | null,
  search: SearchResponse | null,
): Preview {
  if (post) return ofPost(post);
  if (search?.userInfo && search.userExists) {
    const { username, avatarUrl } = search.userInfo;
    const first = search.posts.find((one) => !one.isNsfw && !one.subredditIsNsfw && !one.isSpoiler);
    return {
      title: address.title,
      description: `Pictures, galleries, GIFs and videos posted by u/${username}. ${brand.tagline}`,
      imageUrl: first?.thumbnailUrl ?? avatarUrl,
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

/** JSON text that cannot end its script element or open a comment in it. */
export const scriptSafe = (json: string): string =>
  json.replace(/[<\u2028\u2029]/g, (character) =>
    character === "<" ? "\\u003c" : character === "\u2028" ? "\\u2028" : "\\u2029",
  );
