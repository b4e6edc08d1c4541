import { expect, test } from "vitest";
import { filesOf, tooHeavy, type Manifest } from "./weights.ts";

const manifest: Manifest = {
  "index.html": { file: "assets/index.js", imports: ["_shared.js"], css: ["assets/index.css"] },
  "_shared.js": { file: "assets/shared.js" },
  "_feed.js": { file: "assets/feed.js", imports: ["_shared.js"], css: ["assets/feed.css"] },
  "pages/user.tsx": { file: "assets/user.js", imports: ["_feed.js", "index.html"] },
  "pages/login.tsx": { file: "assets/login.js" },
};

test("a page weighs what its entry and its own chunk import, each file once", () => {
  const { scripts, styles } = filesOf(manifest, "user");
  expect(scripts.toSorted()).toEqual(
    ["feed", "index", "shared", "user"].map((name) => `assets/${name}.js`),
  );
  expect(styles).toEqual(["assets/index.css", "assets/feed.css"]);
});

test("a page that the build does not know is an error and not weightless", () => {
  expect(() => filesOf(manifest, "home")).toThrow("pages/home.tsx");
});

test("the route and what it has too much of are named", () => {
  const light = { route: "/", scripts: 117.9, styles: 11.9, parts: [] };
  const heavy = { route: "/user/{name}", scripts: 118.1, styles: 12.1, parts: [] };
  expect(tooHeavy([light, heavy])).toEqual([
    "/user/{name} needs 118.1 KB of scripts, over 118 KB",
    "/user/{name} needs 12.1 KB of styles, over 12 KB",
  ]);
});
