import { expect, test } from "vitest";
import { preview } from "#normalise/testing/raw-posts.ts";
import { brand } from "#schema/brand.ts";
import { LEADERBOARD_REQUEST, queryKeys } from "#schema/queries.ts";
import { app as wholeApp } from "#worker/app.ts";
import { systemClock } from "#worker/lib/clock.ts";
import { PAGE_HEADERS } from "#worker/http/security-headers.ts";
import { brokenD1 } from "#worker/testing/faulty-d1.ts";
import { inlined } from "#worker/testing/inlined.ts";
import { appOver } from "#worker/testing/search.ts";
import { picturePost, standIn } from "#worker/testing/stand-in.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { chunksOf } from "./page.chunks.ts";
import { escapeHtml, namesFile, readAddress, scriptSafe } from "./page.rules.ts";

const app = testApp();

async function html(path: string, headers: HeadersInit = {}) {
  const answer = await app.request(path, { headers });
  return { answer, text: await answer.text() };
}

test("a creator's page carries its title and a link preview", async () => {
  const { answer, text } = await html("/user/GemHunter");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
  expect(text).toContain("<title>u/GemHunter - Media Posts | Reddit User Search</title>");
  expect(text).toContain('<meta property="og:title" content="u/GemHunter - Media Posts');
  expect(text).toContain('<meta property="og:image" content="https://unearth.test/og.png">');
});

test("a page connects early to an API on another host, with credentials", async () => {
  const linkIn = async (origin: string) => {
    const { text } = await html(`${origin}/about`);
    return /<link rel="preconnect"[^>]*>/.exec(text)?.[0] ?? null;
  };
  const { production } = brand.environments;
  for (const origin of production.pageOrigins)
    expect(await linkIn(origin)).toBe(
      `<link rel="preconnect" href="${production.apiOrigin}" crossorigin="use-credentials">`,
    );
  expect(await linkIn("http://localhost:8787")).toBeNull();
});

test("search engines are kept out of creators' pages, staging and the API's host, not of the home page", async () => {
  const tagAt = async (path: string) => (await html(path)).answer.headers.get("X-Robots-Tag");
  const { production, staging } = brand.environments;
  for (const host of production.pageOrigins) {
    expect(await tagAt(`${host}/user/gemhunter`)).toBe("noindex");
    expect(await tagAt(`${host}/`)).toBeNull();
  }
  for (const host of [production.apiOrigin, ...staging.pageOrigins, staging.apiOrigin])
    expect(await tagAt(`${host}/about`), host).toBe("noindex");
});

test("an unknown path is the app with status 404", async () => {
  const { answer, text } = await html("/no/such/page");
  expect(answer.status).toBe(404);
  expect(text).toContain('<div id="root">');
});

test("a missing file is the app only if a visitor opens its address, else a plain 404", async () => {
  for (const path of ["/privacy.html", "/assets/gone.js"]) {
    const asFile = await html(path, { "Sec-Fetch-Dest": "script" });
    expect(asFile.answer.status).toBe(404);
    expect(asFile.answer.headers.get("Cache-Control")).toBe("no-store");
    expect(asFile.text).toBe(`${brand.name}: no such file`);
    const opened = await html(path, { "Sec-Fetch-Dest": "document" });
    expect(opened.answer.status).toBe(404);
    expect(opened.text).toContain("<title>404 Page Not Found</title>");
    expect(opened.text).toContain('<div id="root">');
  }
});

test("a page is read-only: any other method is 405 with Allow and no-store", async () => {
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
    const answer = await app.request("/about", { method });
    expect(answer.status, method).toBe(405);
    expect(answer.headers.get("Allow")).toBe("GET, HEAD");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  }
});

test("every answer outside the API carries the pages' security headers", async () => {
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

test("a search form sent without a script redirects to the user's page with the name cleaned", async () => {
  const leads = async (path: string) => {
    const answer = await app.request(path, { redirect: "manual" });
    return [answer.status, answer.headers.get("Location")];
  };
  expect(await leads("/user?username=%20u%2Fgemhunter")).toEqual([303, "/user/gemhunter"]);
  expect(await leads("/?username=reddit.com/u/gemhunter/")).toEqual([303, "/user/gemhunter"]);
  expect(await leads("/user?username=//evil.example/%0d%0aX:y")).toEqual([
    303,
    "/user/%2F%2Fevil.example%2F%0D%0AX%3Ay",
  ]);
  expect(await leads("/user?username=..")).toEqual([303, "/user/u%2F.."]);
  expect(await leads("/user?username=+u/")).toEqual([303, "/"]);
  expect(await leads("/about?username=x")).toEqual([200, null]);
  expect((await app.request("/?username=x")).headers.get("Cache-Control")).toBe("no-store");
});

test("a page for u/name holds the search that the app makes from it", async () => {
  const over = appOver(standIn({ Prefixed: { posts: [picturePost(1)] } }));
  const search = JSON.stringify(queryKeys.search("Prefixed", "new"));
  for (const typed of ["u%2FPrefixed", "%20Prefixed%20", "U%2FPrefixed"]) {
    const text = await (await over.request(`/user/${typed}`)).text();
    expect(text).toContain("<title>u/Prefixed - Media Posts | Reddit User Search</title>");
    const { pages } = inlined(text).get(search) as { pages: { userExists: boolean }[] };
    expect(pages[0], typed).toMatchObject({ userExists: true });
  }
  const { text } = await html("/user/u%2F");
  expect([...inlined(text).keys()]).toEqual([JSON.stringify(queryKeys.session())]);
});

test("a hostile name in the address stays text in the page", async () => {
  const { text } = await html(`/user/${encodeURIComponent('"></title><script>alert(1)</script>')}`);
  expect(text).not.toContain("<script>alert");
  expect(text).toContain("&lt;script&gt;alert(1)");
});

test("a hostile profile name and post title stay text in the first view, the page's title and the link preview", async () => {
  const evil = `</title>"><script>alert(1)</script>`;
  const posts = [picturePost(1, { title: evil })];
  const reddit = standIn({ Evil: { posts, about: { subreddit: { title: evil } } } });
  const over = appOver(reddit);
  for (const path of ["/user/Evil", "/user/Evil?post=p1"]) {
    const text = await (await over.request(path)).text();
    expect(text).not.toContain("<script>alert");
    const escaped = text.split("&gt;&lt;script&gt;alert(1)").length - 1;
    const parts = "the name and the title, the page's title and the preview's";
    expect(escaped, parts).toBe(path.includes("?") ? 4 : 2);
    expect(text.split("</title>"), "the page's own end of a title").toHaveLength(2);
    expect(text).toContain('\\">\\u003cscript>alert(1)');
  }
});

test("a creator's preview shows a picture that is neither adult nor a spoiler, or the avatar if posts and profile are not adult", async () => {
  const about: Record<string, unknown> = {
    icon_img: "https://styles.redditmedia.com/avatar.png",
  };
  const [adult, spoiler] = [{ over_18: true }, { spoiler: true }];
  let made = 0;
  const previewOf = async (...marks: Record<string, unknown>[]) => {
    const name = `Marked_${(made += 1)}`;
    const posts = marks.map((fields, at) =>
      picturePost(at, { author: name, preview: preview(`still${at}`), ...fields }),
    );
    const page = await appOver(standIn({ [name]: { posts, about } })).request(`/user/${name}`);
    return /<meta property="og:image" content="([^"]*)"/.exec(await page.text())?.[1];
  };
  expect(await previewOf(adult, spoiler, {}), "its widest copy").toContain("still2.jpg?auto");
  expect(await previewOf(spoiler)).toBe(about.icon_img);
  const own = "https://unearth.test/og.png";
  expect(await previewOf(adult)).toBe(own);
  expect(await previewOf(adult, spoiler)).toBe(own);
  about["subreddit"] = { over_18: true };
  expect(await previewOf(spoiler)).toBe(own);
  expect(await previewOf()).toBe(own);
});

test("half of a surrogate pair in a title or name does not break the page", async () => {
  const posts = [picturePost(1, { title: "half \uD800 pair" })];
  const about = { subreddit: { title: `${"x".repeat(1999)}\u{1F48E}` } };
  const text = await (
    await appOver(standIn({ Halves: { posts, about } })).request("/user/Halves")
  ).text();
  expect(text).toContain("half \uFFFD pair");
});

test("a malformed escape in the address is a 404 page, not an error", async () => {
  for (const address of ["/user/%E0%A4%A", "/user/%E4"]) {
    const { answer, text } = await html(address);
    expect(answer.status, address).toBe(404);
    expect(text, address).toContain("<title>404 Page Not Found</title>");
  }
});

const STATUS = JSON.stringify(queryKeys.session());

test("a page without data is sent after 300 ms when the source does not answer", async () => {
  const hanging = testApp({ fetch: () => new Promise(() => undefined), clock: systemClock });
  const deps = hanging.deps();
  const { result: page, waitedMs } = await waited(async () => {
    const answer = await wholeApp.fetch(new Request("https://localhost/user/gemhunter"), { deps });
    return answer.text();
  });
  expect(waitedMs).toBe(300);
  expect(page).not.toContain('"reddit","search"');
  expect(page).toContain('<div id="root">');
});

test("the home page and the leaderboard hold the board", async () => {
  for (const path of ["/", "/leaderboard"]) {
    const data = inlined((await html(path)).text);
    const board = data.get(JSON.stringify(queryKeys.leaderboard("users", LEADERBOARD_REQUEST)));
    expect(board).toMatchObject({ type: "users", users: [], total: 0 });
  }
});

test("a page is sent without data when the database fails", async () => {
  const broken = testApp({ env: { DB: brokenD1() } });
  const answer = await broken.request("/", { headers: { Cookie: `__Host-sid=${"a".repeat(43)}` } });
  expect(answer.status).toBe(200);
  expect(inlined(await answer.text()).has(STATUS)).toBe(false);
});

test("inline data cannot leave its script element", () => {
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
  expect(read("/user/x?post=1abc/..").postId).toBeNull();
  expect(read("/leaderboard/")).toMatchObject({ name: "leaderboard" });
  expect(read("/user")).toMatchObject({ name: "user", username: null });
  expect(namesFile("/assets/x")).toBe(true);
  expect(namesFile("/favicon.ico")).toBe(true);
  expect(namesFile("/app.WEBMANIFEST")).toBe(true);
  expect(namesFile("/user/some.name.js")).toBe(false);
});

test("a page's chunks are its own, without those of the entry", () => {
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
