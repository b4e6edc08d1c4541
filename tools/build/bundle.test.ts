import { expect, test } from "vitest";
import { blockedNames, forbiddenInputs } from "./bundle.ts";

test("a Worker bundle with sample, tests, tools, the app or React is refused", () => {
  const production = [
    "worker/index.ts",
    "schema/brand.ts",
    "view/main.tsx",
    "worker/web/x.ts",
    "node_modules/hono/dist/hono.js",
  ];
  const local = [
    ...["sample", "tools", "bench", "stress", "web"].map((folder) => `${folder}/x.ts`),
    "worker/testing/test-app.ts",
    "normalise/testing/raw-posts.ts",
    "worker/a/a.test.ts",
    "view/a.test.tsx",
  ];
  const react = ["node_modules/react/jsx-runtime.js", "node_modules/react-dom/server.js"];
  expect(forbiddenInputs([...production, ...local, ...react])).toEqual([...local, ...react]);
});

test("a file that ad blockers refuse by its name is a problem of the build", () => {
  const refused = ["social-buttons-B1.js", "share-C2.js", "ad-D3.css"].map(
    (name) => `dist/web/assets/${name}`,
  );
  const kept = ["admin-E4.js", "shared-F5.js", "seen-note-G6.js"].map(
    (name) => `dist/web/assets/${name}`,
  );
  expect(blockedNames([...refused, ...kept])).toEqual(
    refused.map((file) => `${file} has a name that ad blockers refuse`),
  );
});
