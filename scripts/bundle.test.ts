import { expect, test } from "vitest";
import { firstLoad, localInputs } from "./bundle.ts";

test("a Worker that imported sample, tests or tools would be noticed", () => {
  const production = ["worker/index.ts", "schema/brand.ts", "node_modules/hono/dist/hono.js"];
  const local = ["sample/entry.ts", "worker/testing/test-app.ts", "worker/a/a.test.ts", "web/x.ts"];
  expect(localInputs([...production, ...local])).toEqual(local);
});

test("the first load is every script and style sheet index.html names", () => {
  const html = `<link href="/icon.svg"><script src="/theme.js"></script>
    <link rel="modulepreload" href="/assets/a-1.js"><link rel="stylesheet" href="/assets/b-2.css">
    <script type="module" crossorigin src="/assets/c-3.js"></script>`;
  expect(firstLoad(html)).toEqual(["theme.js", "assets/a-1.js", "assets/b-2.css", "assets/c-3.js"]);
});
