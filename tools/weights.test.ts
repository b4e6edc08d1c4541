import { expect, test } from "vitest";
import type { Manifest } from "#schema/chunks.ts";
import {
  companionTooHeavy,
  filesOf,
  inlineStylesOf,
  lazyTooHeavy,
  ROUTE_LIMITS,
  tooHeavy,
  type RouteWeight,
} from "./weights.ts";

const manifest: Manifest = {
  "index.html": { file: "assets/index.js", imports: ["_shared.js"], css: ["assets/index.css"] },
  "_shared.js": { file: "assets/shared.js" },
  "_feed.js": { file: "assets/feed.js", imports: ["_shared.js"], css: ["assets/feed.css"] },
  "pages/user.tsx": { file: "assets/user.js", imports: ["_feed.js", "index.html"] },
  "pages/login.tsx": { file: "assets/login.js" },
};

test("a page's weight is that of its entry, its own chunk and their imports, each file once", () => {
  const { scripts, styles } = filesOf(manifest, "user");
  expect(scripts.toSorted()).toEqual(
    ["feed", "index", "shared", "user"].map((name) => `assets/${name}.js`),
  );
  expect(styles).toEqual(["assets/index.css", "assets/feed.css"]);
});

test("the styles of every page are inside its markup", () => {
  expect(inlineStylesOf("<style>a{}</style><p>b</p><style>c{\n}</style>")).toBe("a{}c{\n}");
  expect(inlineStylesOf('<link rel="stylesheet" href="/a.css">')).toBe("");
});

test("a page missing from the build is an error, not a weight of zero", () => {
  expect(() => filesOf(manifest, "home")).toThrow("pages/home.tsx");
});

test("a page over its limit is named with the limit", () => {
  const { scripts, styles } = ROUTE_LIMITS.user;
  const light = { page: "home", route: "/", ...ROUTE_LIMITS.home, parts: [] } satisfies RouteWeight;
  const heavy = {
    page: "user",
    route: "/user/{name}",
    scripts: scripts + 1,
    styles: styles + 1,
    parts: [],
  } satisfies RouteWeight;
  // Within the limit of a user's page, but over that of the home page.
  expect(tooHeavy([{ ...light, scripts }], 0)).toHaveLength(1);
  expect(tooHeavy([light, heavy], 0)).toEqual([
    `/user/{name} needs ${(scripts + 1).toFixed(1)} KB of scripts, over ${scripts} KB`,
    `/user/{name} needs ${(styles + 1).toFixed(1)} KB of styles, over ${styles} KB`,
  ]);
  // An owner's own brand may need a KB more.
  expect(tooHeavy([light, heavy], 1)).toEqual([]);
});

test("the companion's chunk over its limit is named with it", () => {
  expect(companionTooHeavy(15)).toEqual([]);
  expect(companionTooHeavy(15.1)).toEqual(["the companion's code is 15.1 KB, over 15 KB"]);
});

test("a chunk that a click fetches has a limit and has to stay a separate chunk", () => {
  const chunks: Manifest = { "a.ts": { file: "a.js" }, "b.ts": { file: "b.js" } };
  const sizes: Record<string, number> = { "a.js": 3.9, "b.js": 4.1 };
  const limits = { "a.ts": 4, "b.ts": 4, "c.ts": 4 };
  expect(lazyTooHeavy(chunks, (file) => sizes[file] ?? 0, limits)).toEqual([
    "b.ts is 4.1 KB, over 4 KB",
    "c.ts is no chunk of its own",
  ]);
});
