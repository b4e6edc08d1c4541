import { expect, test } from "vitest";
import { brand } from "#schema/brand.ts";
import { LEADERBOARD_REQUEST, queryKeys } from "#schema/queries.ts";
import { app as wholeApp } from "#worker/app.ts";
import { systemClock } from "#worker/clock.ts";
import { PAGE_HEADERS } from "#worker/http/security-headers.ts";
import { inlined } from "#worker/testing/inlined.ts";
import { appOver } from "#worker/testing/search.ts";
import { picturePost, standIn } from "#worker/testing/stand-in.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { chunksOf } from "./page.chunks.ts";
import { escapeHtml, namesFile, readAddress, scriptSafe } from "./page.rules.ts";

const app = testApp();

async function html(path: string, headers: HeadersInit = {}) {
  const answer = await app.request(path, { headers });
  return { answer, text: await answer.text() };
}

test("every page carries its title, a description and a link preview", async () => {
  const { answer, text } = await html("/user/GemHunter");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
  expect(text).toContain("<title>u/GemHunter - Media Posts | Reddit User Search</title>");
  expect(text).toContain('<meta property="og:title" content="u/GemHunter - Media Posts');
  expect(text).toContain('<meta property="og:image" content="https://unearth.test/og.png">');
});

test("creators' pages are kept out of search engines, the others are not", async () => {
  expect((await html("/user/gemhunter")).answer.headers.get("X-Robots-Tag")).toBe("noindex");
  expect((await html("/")).answer.headers.get("X-Robots-Tag")).toBeNull();
});

test("an unknown path is the app with status 404", async () => {
  const { answer, text } = await html("/no/such/page");
  expect(answer.status).toBe(404);
  expect(text).toContain('<div id="root">');
});

test("a page is only read: any other method is 405, says what is allowed and is kept by nobody", async () => {
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
    const answer = await app.request("/about", { method });
    expect(answer.status, method).toBe(405);
    expect(answer.headers.get("Allow")).toBe("GET, HEAD");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  }
});

test("every answer that is no data carries the pages' security headers", async () => {
  const asked: [string, string][] = [
    ["GET", "/"],
    ["GET", "/no/such/page"],
    ["GET", "/assets/gone.js"],
    ["GET", "/user?username=gemhunter"],
    ["POST", "/about"],
  ];
  for (const [method, path] of asked) {
    const { headers } = await app.request(path, { method, redirect: "manual" });
    for (const [name, value] of Object.entries(PAGE_HEADERS))
      expect(headers.get(name), `${name} of ${path}`).toBe(value);
  }
});

test("a search sent by a form without a script leads to the person, tidied", async () => {
  const leads = async (path: string) => {
    const answer = await app.request(path, { redirect: "manual" });
    return [answer.status, answer.headers.get("Location")];
  };
  expect(await leads("/user?username=%20u%2Fgemhunter")).toEqual([303, "/user/gemhunter"]);
  expect(await leads("/?username=gemhunter")).toEqual([303, "/user/gemhunter"]);
  expect(await leads("/user?username=//evil.example/%0d%0aX:y")).toEqual([
    303,
    "/user/%2F%2Fevil.example%2F%0D%0AX%3Ay",
  ]);
  expect(await leads("/user?username=+u/")).toEqual([303, "/"]);
  expect(await leads("/about?username=x")).toEqual([200, null]);
});

test("a hostile name in the address stays text in the page", async () => {
  const { text } = await html(`/user/${encodeURIComponent('"></title><script>alert(1)</script>')}`);
  expect(text).not.toContain("<script>alert");
  expect(text).toContain("&lt;script&gt;alert(1)");
});

test("what a creator calls themselves and their posts stays text in the drawn page and its preview", async () => {
  const evil = `"><script>alert(1)</script>`;
  const posts = [picturePost(1, { title: evil })];
  const reddit = standIn({ Evil: { posts, about: { subreddit: { title: evil } } } });
  const over = appOver(reddit);
  for (const path of ["/user/Evil", "/user/Evil?post=p1"]) {
    const text = await (await over.request(path)).text();
    expect(text).not.toContain("<script>alert");
    const escaped = text.split("&gt;&lt;script&gt;alert(1)").length - 1;
    expect(escaped, "the name and the title, and the preview's").toBe(path.includes("?") ? 3 : 2);
    expect(text).toContain('\\">\\u003cscript>alert(1)');
  }
});

test("a damaged escape in the address is a page, not an error", async () => {
  expect((await html("/user/%E0%A4%A")).answer.status).toBe(404);
});

const STATUS = JSON.stringify(queryKeys.session());

test("the page says who is looking: nobody without a cookie, the account with its session", async () => {
  const visitor = inlined((await html("https://localhost/")).text);
  expect(visitor.get(STATUS)).toEqual({ isAuthenticated: false, user: null });
  const local = testApp();
  const member = await local.send("POST", "https://localhost/api/auth/signup", {
    username: "page_reader",
    password: "a long password",
  });
  const cookie = (member.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
  const page = await local.request("https://localhost/", { headers: { Cookie: cookie } });
  const data = inlined(await page.text());
  expect(data.get(STATUS)).toMatchObject({
    isAuthenticated: true,
    user: { username: "page_reader" },
  });
  expect(data.get(JSON.stringify(queryKeys.preferences()))).toEqual({
    blurEnabled: true,
    searchPresentationStyle: "grid",
  });
});

test("where the API has a host of its own, the page does not guess who is looking", async () => {
  const [home] = brand.environments.production.pageOrigins;
  expect(inlined((await html(`${home}/`)).text).has(STATUS)).toBe(false);
});

test("an upstream that hangs holds the page up for 300 ms at most", async () => {
  const hanging = testApp({ fetch: () => new Promise(() => undefined), clock: systemClock });
  const began = performance.now();
  const deps = hanging.deps();
  const answer = await wholeApp.fetch(new Request("https://localhost/user/somebody"), { deps });
  const page = await answer.text();
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(page).not.toContain('"reddit","search"');
  expect(page).toContain('<div id="root">');
});

test("a database that never answers holds a signed-in page up for a second or two, not longer", async () => {
  const silent = { bind: () => silent, raw: () => new Promise(() => undefined) };
  const DB = { prepare: () => silent } as unknown as D1Database;
  const began = performance.now();
  const answer = await wholeApp.fetch(
    new Request("https://localhost/about", { headers: { Cookie: `__Host-sid=${"a".repeat(43)}` } }),
    { deps: testApp({ env: { DB } }).deps() },
  );
  expect(inlined(await answer.text()).has(STATUS)).toBe(false);
  expect(performance.now() - began).toBeLessThan(3_000);
});

test("the home page and the board carry the board", async () => {
  for (const path of ["/", "/leaderboard"]) {
    const data = inlined((await html(path)).text);
    const board = data.get(JSON.stringify(queryKeys.leaderboard("users", LEADERBOARD_REQUEST)));
    expect(board).toMatchObject({ type: "users", users: [], total: 0 });
  }
});

test("a database that does not answer costs the page its data, not the page", async () => {
  const brokenD1 = {
    prepare: () => ({ bind: () => ({ raw: () => Promise.reject(new Error("D1_ERROR")) }) }),
  };
  const broken = testApp({ env: { DB: brokenD1 as unknown as D1Database } });
  const answer = await broken.request("/", { headers: { Cookie: `__Host-sid=${"a".repeat(43)}` } });
  expect(answer.status).toBe(200);
  expect(inlined(await answer.text()).has(STATUS)).toBe(false);
});

test("inlined data cannot leave its script element", () => {
  expect(scriptSafe(JSON.stringify({ a: "</script><!--" }))).toBe(
    '{"a":"\\u003c/script>\\u003c!--"}',
  );
  expect(escapeHtml(`<a href="x">'&`)).toBe("&lt;a href=&quot;x&quot;&gt;&#39;&amp;");
});

test("addresses are read as the router reads them", () => {
  const read = (path: string) => readAddress(new URL(path, "https://unearth.test"));
  expect(read("/user/a%20b?sort=top&post=1abc")).toMatchObject({
    name: "user",
    username: "a b",
    sort: "top",
    postId: "1abc",
  });
  expect(read("/user/x?sort=worst&post=../x")).toMatchObject({ sort: "new", postId: null });
  expect(read("/leaderboard/")).toMatchObject({ name: "leaderboard" });
  expect(read("/user")).toMatchObject({ name: "user", username: null });
  expect(namesFile("/assets/x")).toBe(true);
  expect(namesFile("/favicon.ico")).toBe(true);
  expect(namesFile("/user/some.name.js")).toBe(false);
});

test("a route's chunks are those the entry does not bring", () => {
  const manifest = {
    "index.html": { file: "assets/index.js", imports: ["_react.js"], css: ["assets/index.css"] },
    "_react.js": { file: "assets/react.js" },
    "_feed.js": { file: "assets/feed.js", imports: ["_react.js"] },
    "pages/user.tsx": {
      file: "assets/user.js",
      imports: ["_feed.js", "index.html"],
      css: ["assets/user.css"],
    },
  };
  expect(chunksOf(manifest, "user")).toEqual({
    scripts: ["/assets/user.js", "/assets/feed.js"],
    styles: ["/assets/user.css"],
  });
  expect(chunksOf({}, "home")).toEqual({ scripts: [], styles: [] });
});
