import { brand } from "./brand.ts";

interface Page {
  /** A pattern of React Router. */
  path: string;
  /** The title before the page's data is known. */
  title: string;
  /** The Worker puts a first view into the page (view/first-view.tsx). */
  hasFirstView?: true;
}

/** A page's name is also its file in web/pages, whose chunk the Worker links in the head. */
export const PAGES = {
  home: { path: "/", title: `${brand.name}: ${brand.headline}`, hasFirstView: true },
  user: {
    path: "/user/:username?",
    title: "Invalid User | Reddit User Search",
    hasFirstView: true,
  },
  leaderboard: {
    path: "/leaderboard",
    title: "Leaderboard - Top Reddit Creators",
    hasFirstView: true,
  },
  login: { path: "/login", title: `Log in | ${brand.name}` },
  signup: { path: "/signup", title: `Sign up | ${brand.name}` },
  account: { path: "/account", title: `Account | ${brand.name}` },
  following: { path: "/following", title: `Following | ${brand.name}` },
  about: { path: "/about", title: `About | ${brand.name}` },
  terms: { path: "/terms", title: `Terms | ${brand.name}` },
  privacy: { path: "/privacy", title: `Privacy | ${brand.name}` },
  contact: { path: "/contact", title: `Contact | ${brand.name}` },
  admin: { path: "/admin", title: `Admin | ${brand.name}` },
  "admin-removals": { path: "/admin/removals", title: `Removals | ${brand.name}` },
  "not-found": { path: "*", title: "404 Page Not Found" },
} as const satisfies Record<string, Page>;

type Pages = typeof PAGES;
export type PageName = keyof Pages;
export type FirstViewPage = {
  [Name in PageName]: Pages[Name] extends { hasFirstView: true } ? Name : never;
}[PageName];

export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

export const hasFirstView = (name: PageName): name is FirstViewPage =>
  "hasFirstView" in PAGES[name];

export const titleOfUser = (username: string) => `u/${username} - Media Posts | Reddit User Search`;
/** The title of a removed creator's page, without the name. */
export const REMOVED_TITLE = `Removed at request | ${brand.name}`;
export const titleOfAccount = (username: string) => `Account - ${username}`;

const segmentsOf = (path: string) => path.replace(/\/$/, "").split("/");

/** Supports only the patterns of PAGES: plain segments and one optional parameter at the end. */
function matchesPath(pattern: string, pathname: string): boolean {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(pathname);
  const required = wanted.filter((segment) => !segment.endsWith("?"));
  return (
    given.length >= required.length &&
    given.length <= wanted.length &&
    given.every((segment, index) => segment === (required[index] ?? (segment || null)))
  );
}

/** Null where a percent escape is malformed. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The page at an address: the Worker's answer and what the app shows. */
export const pageAt = (pathname: string): PageName =>
  (decoded(pathname) !== null &&
    PAGE_NAMES.find((name) => matchesPath(PAGES[name].path, pathname))) ||
  "not-found";

/** The creator that an address names; empty for none. */
export const usernameAt = (pathname: string): string =>
  pageAt(pathname) === "user" ? (decoded(pathname.split("/")[2] ?? "") ?? "") : "";

/** The address a search form is sent to, with its `username`, before the scripts have run. */
export const SEARCH_PATH = "/user";

/** Browsers resolve "." and ".." in a path, escaped or not. The "u/" before them is ignored like a typed one. */
export const userPath = (username: string) =>
  `/user/${encodeURIComponent(username.replace(/^\.\.?$/, "u/$&"))}`;
