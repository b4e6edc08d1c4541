import { expect, test } from "vitest";
import { PAGE_SIZE, queryKeys } from "#schema/queries.ts";
import { inlined } from "#worker/testing/inlined.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { sampleWorld } from "#sample/world.ts";

test("a user's page holds the same answer as the search call", async () => {
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

test("hostile post titles cannot leave the inline data", async () => {
  const sample = testApp({ sample: sampleWorld });
  const page = await (await sample.request("/user/tangle_of_words")).text();
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(inlined(page).size).toBeGreaterThan(0);
});

const ROOT_TAGS = new Set(
  "a article button div form h1 h2 header img input main output p path search section span svg".split(
    " ",
  ),
);

/** Tags inside #root that the page's own markup does not use, and all handlers. */
async function strangeIn(page: string): Promise<string[]> {
  const strange: string[] = [];
  const look = {
    element: ({ tagName, attributes }: Element) => {
      if (!ROOT_TAGS.has(tagName)) strange.push(tagName);
      for (const [name, value] of attributes)
        if (/^on|^srcdoc$/.test(name ?? "") || /^\s*javascript:/i.test(value ?? ""))
          strange.push(`${tagName} ${name}`);
    },
  };
  await new HTMLRewriter().on("#root *", look).transform(new Response(page)).text();
  return strange;
}

test("the first view has the first pictures, covered for a signed-out visitor", async () => {
  const sample = testApp({ sample: sampleWorld });
  const read = async (path: string) => (await sample.request(`https://localhost${path}`)).text();
  const page = await read("/user/gemhunter");
  expect(page.match(/<article class="card [^"]*card-covered/g)).toHaveLength(6);
  expect(page.match(/<img [^>]*fetchpriority="high"/gi)).toHaveLength(1);
  expect(page.match(/<img [^>]*loading="lazy"/g)).toHaveLength(5);
  expect(page).toContain(">Gem Hunter</h1>");
  for (const filter of ["media=video", "r=opals", "q=ruby", "before=2023-05"]) {
    expect(await read(`/user/gemhunter?${filter}`), filter).not.toContain("<article");
  }
  expect(await read("/user/gemhunter?q=")).toContain("<article");
  expect(await read("/user/lostclaim")).not.toContain("<article");
});

test("hostile titles and addresses stay text in the first view", async () => {
  const sample = testApp({ sample: sampleWorld });
  for (const name of ["tangle_of_words", "gemhunter"]) {
    const page = await (await sample.request(`https://localhost/user/${name}`)).text();
    expect(page).toContain("<article");
    expect(await strangeIn(page), name).toEqual([]);
  }
});

test("the first view follows the visitor's preferences", async () => {
  const sample = testApp({ sample: sampleWorld });
  const joined = await sample.send("POST", "https://localhost/api/auth/signup", {
    username: "view_reader",
    password: "a long password",
  });
  const Cookie = (joined.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
  const after = async (preferences: object) => {
    const address = "https://localhost/api/user/preferences";
    await sample.send("PUT", address, preferences, { Cookie });
    const page = await sample.request("https://localhost/user/gemhunter", { headers: { Cookie } });
    return page.text();
  };
  expect(await after({ blurEnabled: false })).toMatch(/<article class="card (?![^"]*covered)/);
  expect(await after({ searchPresentationStyle: "masonry" })).not.toContain("<article");
});
