import { expect, test } from "vitest";
import { localInputs } from "./bundle.ts";

test("a Worker that imported sample, tests or tools would be noticed", () => {
  const production = ["worker/index.ts", "schema/brand.ts", "node_modules/hono/dist/hono.js"];
  const local = ["sample/entry.ts", "worker/testing/test-app.ts", "worker/a/a.test.ts", "web/x.ts"];
  expect(localInputs([...production, ...local])).toEqual(local);
});
