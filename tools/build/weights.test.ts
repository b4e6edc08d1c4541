import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { brand } from "#schema/brand.ts";
import { type Manifest, pageModule } from "#schema/chunks.ts";
import { hasFirstView, PAGE_NAMES, PAGES } from "#schema/pages.ts";
import {
  filesOf,
  inlineStylesOf,
  lateTooHeavy,
  lazyTooHeavy,
  OWN_BRAND_KB,
  RAISE_ADVICE,
  ROUTE_LIMITS,
  tooHeavy,
  type RouteWeight,
  weigh,
  weighLate,
  lazyChunkProblems,
} from "./weights.ts";
import { scratchFolder } from "#tools/testing/scratch-folder.ts";

const VIEWED = PAGE_NAMES.filter(hasFirstView);

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
  const light = { page: "home", route: "/", ...ROUTE_LIMITS.home } satisfies RouteWeight;
  const heavy = {
    page: "user",
    route: "/user/{name}",
    scripts: scripts + 1,
    styles: styles + 1,
  } satisfies RouteWeight;
  // Within the limit of a user's page, but over that of the home page.
  expect(tooHeavy([{ ...light, scripts }], 0)).toHaveLength(1);
  expect(tooHeavy([light, heavy], 0)).toEqual([
    `scripts of /user/{name}: ${(scripts + 1).toFixed(3)} KB, over the ${scripts} KB of tools/build/weights.ts. ${RAISE_ADVICE}`,
    `styles of /user/{name}: ${(styles + 1).toFixed(3)} KB, over the ${styles} KB of tools/build/weights.ts. ${RAISE_ADVICE}`,
  ]);
  // An owner's own brand may need a KB more.
  expect(tooHeavy([light, heavy], 1)).toEqual([]);
  expect(OWN_BRAND_KB).toBe(brand.domain.endsWith(".example") ? 0 : 1);
});

test("code that a page fetches later is named with its limit if it is over it", () => {
  const late = { what: "the companion's code", limit: 15 };
  expect(lateTooHeavy([{ ...late, size: 15 }])).toEqual([]);
  expect(lateTooHeavy([{ ...late, size: 15.1 }])).toEqual([
    "the companion's code: 15.100 KB, over the 15 KB of tools/build/weights.ts",
  ]);
});

test("a chunk that a click fetches has a limit and has to stay a separate chunk", () => {
  const chunks: Manifest = { "a.ts": { file: "a.js" }, "b.ts": { file: "b.js" } };
  const sizes: Record<string, number> = { "a.js": 3.9, "b.js": 4.1 };
  const limits = { "a.ts": 4, "b.ts": 4, "c.ts": 4 };
  expect(lazyTooHeavy(chunks, (file) => sizes[file] ?? 0, limits)).toEqual([
    "b.ts: 4.100 KB, over the 4 KB of tools/build/weights.ts",
    "c.ts is no chunk of its own",
  ]);
});

/** Writes a build whose files have these sizes in KB. Returns its folder, and a file's size after gzip. */
function writeBuild(chunks: Manifest, sizes: Record<string, number>, html = "") {
  const folder = scratchFolder();
  mkdirSync(join(folder, "assets"));
  const bytes = Object.entries(sizes).map(
    ([file, size]) => [file, randomBytes(size * 1_000)] as const,
  );
  for (const [file, content] of bytes) writeFileSync(join(folder, file), content);
  writeFileSync(join(folder, "chunks.json"), JSON.stringify(chunks));
  writeFileSync(join(folder, "index.html"), html);
  const gzipped = Object.fromEntries(
    bytes.map(([file, content]) => [file, gzipSync(content).length / 1_000]),
  );
  return { folder, kilobytes: (file: string) => gzipped[file] ?? Number.NaN };
}

const LAZY = ["remux", "jobs", "write-zip"].map((name) => `features/downloads/${name}.ts`);
const LATE = ["companion/source.tsx", "hearts/hearts.mutations.ts", "seen/seen-note.tsx"].map(
  (name) => `features/${name}`,
);
const COMPANION = "features/companion/companion-listing.ts";

test("a build's pages are weighed with their scripts and styles", () => {
  const chunks: Manifest = {
    ...Object.fromEntries(VIEWED.map((page) => [pageModule(page), { file: "assets/home.js" }])),
    ...manifest,
  };
  const css = `a{b:${"c".repeat(500)}}`;
  const { folder, kilobytes } = writeBuild(
    chunks,
    {
      "assets/index.js": 2,
      "assets/shared.js": 9,
      "assets/feed.js": 3,
      "assets/user.js": 4,
      "assets/home.js": 1,
      "assets/index.css": 5,
      "assets/feed.css": 6,
    },
    `<style>${css}</style>`,
  );
  const weights = weigh(folder);
  expect(weights.map(({ page, route }) => [page, route])).toEqual(
    VIEWED.map((page) => [page, PAGES[page].path]),
  );
  const files = ["shared", "user", "feed", "index"].map((name) => `assets/${name}.js`);
  const user = weights.find(({ page }) => page === "user");
  expect(user?.scripts).toBeCloseTo(files.reduce((sum, file) => sum + kilobytes(file), 0));
  expect(user?.styles).toBeCloseTo(
    gzipSync(css).length / 1_000 + kilobytes("assets/index.css") + kilobytes("assets/feed.css"),
  );
});

test("late code is weighed with all that it imports, each file once, without the page's own", () => {
  const late = Object.fromEntries(
    LATE.map((key, at) => [
      key,
      { file: `assets/late-${at}.js`, imports: ["_zod.js", "_shared.js"] },
    ]),
  );
  const sizes = {
    "assets/late-0.js": 1,
    "assets/late-1.js": 2,
    "assets/late-2.js": 4,
    "assets/companion.js": 3,
    "assets/zod.js": 5,
    "assets/shared.js": 9,
  };
  const chunks: Manifest = {
    ...manifest,
    ...late,
    [COMPANION]: { file: "assets/companion.js", imports: ["_zod.js", "_shared.js"] },
    "_zod.js": { file: "assets/zod.js" },
  };
  const { folder, kilobytes } = writeBuild(chunks, sizes);
  const sum = (...names: string[]) =>
    names.reduce((total, name) => total + kilobytes(`assets/${name}.js`), 0);
  expect(weighLate(folder).map(({ size }) => size)).toEqual([
    expect.closeTo(sum("late-0", "late-1", "late-2", "zod")),
    expect.closeTo(sum("companion", "zod")),
  ]);
});

test("late code that is no chunk of its own is an error, not a weight of zero", () => {
  const { folder } = writeBuild(manifest, {});
  expect(() => weighLate(folder)).toThrow("The build knows no features/companion/source.tsx");
});

test("the chunks of a click are weighed in the build", () => {
  const chunks = Object.fromEntries(LAZY.map((key, at) => [key, { file: `assets/${at}.js` }]));
  const sizes = { "assets/0.js": 91, "assets/1.js": 7, "assets/2.js": 4 };
  const { folder } = writeBuild(chunks, sizes);
  expect(lazyChunkProblems(folder)).toEqual([
    expect.stringMatching(/remux\.ts: 91\.\d+ KB, over the 90 KB/),
    expect.stringMatching(/jobs\.ts: 7\.\d+ KB, over the 6 KB/),
    expect.stringMatching(/write-zip\.ts: 4\.\d+ KB, over the 4 KB/),
  ]);
});
