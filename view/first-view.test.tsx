import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import type { Post } from "#schema/api/posts.ts";
import { brand } from "#schema/brand.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import { DEFAULT_PREFERENCES } from "#schema/choices.ts";
import { hasFirstView, PAGE_NAMES, SEARCH_PATH } from "#schema/pages.ts";
import { GRID_TILE_SIZES } from "#schema/tiles.ts";
import type { FirstViewData } from "./first-view.tsx";

const HOSTILE = `"><script>alert(1)</script><!--'&`;

const postOf = (index: number): Post => ({
  id: `t3_p${index}`,
  title: `${HOSTILE} ${index}`,
  username: "gemhunter",
  author: "gemhunter",
  authorAvatar: null,
  subreddit: "minerals",
  mediaType: "image",
  thumbnailUrl: `https://i.redd.it/${index}.jpg?a=1&b="2"`,
  thumbnails: [320, 640].map((width) => {
    return { url: `https://i.redd.it/${index}.jpg?w=${width}&s="`, width, height: width * 1.2 };
  }),
  media: {
    kind: "image",
    image: { url: `https://i.redd.it/${index}.jpg`, width: 640, height: 768 },
    srcset: [],
    caption: null,
  },
  url: `https://i.redd.it/${index}.jpg`,
  permalink: "/r/minerals/comments/p/",
  redditUrl: "https://www.reddit.com/r/minerals/comments/p/",
  heartCount: 0,
  rank: null,
  isNsfw: false,
  nsfw: false,
  subredditIsNsfw: false,
  isSpoiler: index === 1,
  createdAt: "2026-10-01T00:00:00.000Z",
  created: 1_790_000_000,
  score: 1,
  numComments: 1,
  awardsCount: 0,
  galleryImages: [],
  alsoIn: [],
});

const search: SearchResponse = {
  success: true,
  posts: Array.from({ length: 12 }, (_, index) => postOf(index)),
  nextPage: null,
  total: 12,
  userExists: true,
  message: null,
  userInfo: {
    id: "t2_a",
    username: "gemhunter",
    title: HOSTILE,
    avatarUrl: null,
    heartCount: 0,
    rank: null,
  },
  source: "sample",
  sortExact: true,
  totalExact: true,
  stale: false,
  fetchedAt: "2026-10-01T00:00:00.000Z",
  profileState: "ok",
  hasArchive: false,
  checked: true,
};

const user: FirstViewData = {
  page: "user",
  username: HOSTILE,
  search,
  preferences: { ...DEFAULT_PREFERENCES, blurEnabled: false },
  isSignedIn: false,
  isFiltered: false,
};
const withAvatar = {
  ...search,
  userInfo: {
    id: "",
    username: "ann",
    title: "",
    avatarUrl: 'https://a.test/?"&',
    heartCount: 0,
    rank: null,
  },
};
const masonry = { ...user.preferences, searchPresentationStyle: "masonry" } as const;

const VIEWS: Record<string, FirstViewData> = {
  user,
  "a user with a picture": { ...user, search: withAvatar },
  "a user, covered": { ...user, preferences: DEFAULT_PREFERENCES },
  "a user in another layout": { ...user, preferences: masonry },
  "a user, filtered": { ...user, isFiltered: true },
  "a removed user": {
    ...user,
    search: { ...search, posts: [], userInfo: null, profileState: "removed" },
  },
  ...Object.fromEntries(
    PAGE_NAMES.filter(hasFirstView).map((page) => [
      `${page} without data`,
      { ...user, page, search: null },
    ]),
  ),
  "a page without a first view": { ...user, page: null, search: null },
};

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  "#x27": "'",
};

const decoded = (text: string) =>
  text.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

/** Tags and texts in order. React and Hono may differ in the case and order of attributes and in how elements end. */
function partsOf(html: string): string[] {
  const tokens = html.match(/<[^>]*>|[^<]+/g) ?? [];
  return tokens.flatMap((token) => {
    const tag = /^<(\w+)/.exec(token)?.[1];
    // React adds preload links for pictures; the Worker's own are in the page's head.
    if (token.startsWith("</") || tag === "link") return [];
    if (tag === undefined) return [decoded(token)];
    const attributes = [...token.matchAll(/([\w-]+)="([^"]*)"/g)].map(
      ([, name, value]) => `${name?.toLowerCase()}=${decoded(value ?? "")}`,
    );
    return [`<${tag} ${attributes.toSorted().join(" ")}>`];
  });
}

/** Renders the view's components under Hono's JSX runtime, as the Worker does. */
async function renderWithHono(data: FirstViewData): Promise<string> {
  vi.resetModules();
  vi.doMock("react/jsx-dev-runtime", () => import("hono/jsx/jsx-dev-runtime"));
  const { FirstView } = await import("./first-view.tsx");
  return String(FirstView(data));
}

async function renderWithReact(data: FirstViewData): Promise<string> {
  const { FirstView } = await import("./first-view.tsx");
  return renderToStaticMarkup(<FirstView {...data} />);
}

afterEach(() => {
  vi.doUnmock("react/jsx-dev-runtime");
  vi.resetModules();
});

test.each(Object.entries(VIEWS))("Hono and React render the same markup: %s", async (_, data) => {
  const byReact = partsOf(await renderWithReact(data));
  const byHono = partsOf(await renderWithHono(data));
  expect(byHono).toEqual(byReact);
  expect(byHono.some((part) => part.startsWith("<header"))).toBe(true);
});

test("names, titles and addresses are escaped", async () => {
  for (const data of Object.values(VIEWS)) {
    const html = await renderWithHono(data);
    expect(html).not.toMatch(/<script|<!--|javascript:/);
  }
  expect(await renderWithHono(user)).toContain("&lt;script&gt;alert(1)");
});

interface DrawnTile {
  cover: "none" | "chosen" | "by default";
  picture: string;
}

/** The tiles of a first view, each with the address of its picture. */
async function tilesOf(data: FirstViewData): Promise<DrawnTile[]> {
  const tiles = (await renderWithReact(data)).split("<article").slice(1);
  return tiles.map((tile) => {
    const [, classes = ""] = /class="([^"]*)"/.exec(tile) ?? [];
    const cover = classes.includes("card-by-default") ? "by default" : "chosen";
    const picture = decoded(/ src="([^"]*)"/.exec(tile)?.[1] ?? "");
    return { cover: classes.includes("card-covered") ? cover : "none", picture };
  });
}

const covered = { ...user, preferences: DEFAULT_PREFERENCES };

test.each([
  ["a visitor who has not chosen", covered, { spoiler: "chosen", other: "by default" }],
  [
    "a member who covers them",
    { ...covered, isSignedIn: true },
    { spoiler: "chosen", other: "chosen" },
  ],
  ["a member who shows them", { ...user, isSignedIn: true }, { spoiler: "chosen", other: "none" }],
])(
  "the first pictures are covered as for %s, spoilers always",
  async (_, data, { spoiler, other }) => {
    const covers = (await tilesOf(data)).map(({ cover }) => cover);
    expect(covers).toEqual([other, spoiler, other, other, other, other]);
  },
);

test("a covered picture is loaded in its smallest size; the sharp one is named only if the device may show it", async () => {
  for (const { cover, picture } of [...(await tilesOf(covered)), ...(await tilesOf(user))])
    expect(picture.includes("w=320")).toBe(cover !== "none");
  const sharpOnes = async (data: FirstViewData) =>
    (await renderWithReact(data)).match(/data-srcset="[^"]+w=640[^>]+ sizes="/g)?.length ?? 0;
  expect(await sharpOnes(covered)).toBe(5);
  expect(await sharpOnes({ ...covered, isSignedIn: true })).toBe(0);
});

test("visitors without a choice read that pictures are covered, members do not", async () => {
  const NOTE = "Pictures are covered.";
  expect(await renderWithReact(covered)).toContain(NOTE);
  expect(await renderWithReact(user)).not.toContain(NOTE);
  expect(await renderWithReact({ ...covered, isSignedIn: true })).not.toContain(NOTE);
});

test("on a phone only the first tile is shown and loaded", async () => {
  const tiles = (await renderWithReact(user)).split("<article").slice(1);
  const isEager = (tile: string) => !tile.includes('loading="lazy"');
  const isOnPhone = (tile: string) => !tile.includes("max-sm:hidden");
  const [, ...others] = tiles.map(() => false);
  expect(tiles.map(isEager)).toEqual([true, ...others]);
  const isUrgent = (tile: string) => tile.includes('fetchPriority="high"');
  expect(tiles.map(isUrgent)).toEqual([true, ...others]);
  expect(tiles.map(isOnPhone)).toEqual([true, ...others]);
});

test("a tile shows its picture at once and its title, hidden from screen readers, and its host learns no address", async () => {
  const [before = "", first = ""] = (await renderWithReact(user)).split("<article");
  expect(before).toMatch(/<div aria-hidden="true"[^>]*>$/);
  const [picture = ""] = /<img[^>]*>/.exec(first) ?? [];
  expect(picture).toContain('alt="" referrerPolicy="no-referrer"');
  expect(picture).toContain(`sizes="${GRID_TILE_SIZES}"`);
  expect(picture).not.toContain("opacity-0");
  expect(decoded(first)).toContain(`<p dir="auto" class="scrim-title">${HOSTILE} 0</p>`);
  const bare = { ...postOf(0), thumbnailUrl: null, thumbnails: [] };
  const html = await renderWithReact({ ...user, search: { ...search, posts: [bare] } });
  expect(html.split("<article")[1], "a post without a picture").not.toContain("<img");
});

test("a tile has the picture's shape before any script, and no mark of a device's choice where nothing is covered", async () => {
  const html = await renderWithReact(user);
  expect(html.match(/style="aspect-ratio:0\.8333"/g)).toHaveLength(6);
  expect(html).not.toContain("card-by-default");
});

test("a creator is shown by title, without one by name, and a removed one by the reason", async () => {
  const headline = async (data: FirstViewData) =>
    decoded(/<h1[^>]*>(.*?)<\/h1>/.exec(await renderWithReact(data))?.[1] ?? "");
  expect(await headline(user)).toContain(HOSTILE);
  const pictured = { ...user, search: withAvatar };
  expect(await headline(pictured)).toContain("ann");
  const portrait = /<img src="https:\/\/a\.test\/\?"&" alt="" width="64" height="64"[^>]*>/;
  const [image] = portrait.exec(decoded(await renderWithReact(pictured))) ?? [];
  expect(image).toContain('referrerPolicy="no-referrer"');
  const removed = VIEWS["a removed user"] as FirstViewData;
  expect(await headline(removed)).toBe("Removed at request");
  expect(decoded(await renderWithReact(removed))).toContain(`Posts by u/${HOSTILE} are not`);
  expect(await headline(VIEWS["leaderboard without data"] as FirstViewData)).toBe("Leaderboard");
});

test("another layout, a filter or a page without posts leaves the tiles to the app", async () => {
  for (const name of ["a user in another layout", "a user, filtered", "a user without data"])
    expect(await tilesOf(VIEWS[name] as FirstViewData), name).toEqual([]);
  const empty = { ...user, search: { ...search, posts: [] } };
  expect(await renderWithReact(empty)).not.toContain("<main");
});

test("the header leads home, holds the page's username, and leaves the account's links to the app", async () => {
  const [header = ""] = (await renderWithReact(user)).split("</header>");
  expect(header).toContain(`<a href="/" aria-label="${brand.name} home"`);
  expect(decoded(header)).toContain(`value="${HOSTILE}"`);
  expect(header).not.toContain("<nav");
});

test("a creator's name has its own direction, and begins at the left in any", async () => {
  const [heading] = /<h1[^>]*>/.exec(await renderWithReact(user)) ?? [];
  expect(heading).toContain('dir="auto"');
  expect(heading).toMatch(/class="[^"]*\btext-left\b/);
});

test("before any script the home page can be searched by its form's own address", async () => {
  const html = await renderWithReact({ ...user, page: "home", username: "", search: null });
  const [, hero = ""] = html.split("<main");
  expect(hero).toContain(`<form action="${SEARCH_PATH}">`);
  const [field] = /<input[^>]*>/.exec(hero) ?? [];
  expect(field).toMatch(/ name="username"/);
  expect(field?.toLowerCase()).toContain('maxlength="60"');
  expect(hero).toContain('<button type="submit"');
});
