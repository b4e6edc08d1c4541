import { expect, test } from "vitest";
import { PAGE_SIZE, queryKeys } from "#schema/queries.ts";
import { inlined } from "#worker/testing/inlined.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { sampleWorld } from "#sample/world.ts";

test("a creator's page holds the very answer the search call would give", async () => {
  const sample = testApp({ sample: sampleWorld });
  const page = await (await sample.request("https://localhost/user/gemhunter?sort=top")).text();
  const call = await sample.send("POST", "/api/reddit/search", {
    username: "gemhunter",
    sortBy: "top",
    limit: PAGE_SIZE,
  });
  const key = JSON.stringify(queryKeys.search("gemhunter", "top"));
  expect(inlined(page).get(key)).toEqual({ pages: [await call.json()], pageParams: [null] });
  expect(page.match(/<link rel="preload" as="image"/g)).toHaveLength(3);
});

test("hostile titles of posts cannot leave the data they are inlined in", async () => {
  const sample = testApp({ sample: sampleWorld });
  const page = await (await sample.request("/user/tangle_of_words")).text();
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(inlined(page).size).toBeGreaterThan(0);
});
