import { createExecutionContext } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { app as wholeApp } from "#worker/app.ts";
import { SAMPLE_CLIENT } from "#sample/token.ts";
import { FAULTS } from "#torture/standin/faults.ts";
import { Upstream, type Endpoint } from "#torture/standin/upstream.ts";
import { systemClock } from "#worker/clock.ts";
import { inlined } from "#worker/testing/inlined.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { breakableD1, breakableKv } from "./broken.ts";

/** 300 ms for the search, 300 for the badges; the rest is a busy machine's. */
const PAGE_MS = 1_500;

let worlds = 0;

function newApp(source: "reddit" | "archive", env: Record<string, unknown> = {}) {
  const upstream = new Upstream();
  worlds += 1;
  // Bases are part of every key: no case sees another's cache.
  const base = `https://pages-${worlds}.invalid`;
  const app = testApp({
    clock: systemClock,
    fetch: (url, init) => upstream.answer(new Request(url, init)),
    env: {
      POST_SOURCE: source,
      REDDIT_CLIENT_ID: SAMPLE_CLIENT.id,
      REDDIT_CLIENT_SECRET: SAMPLE_CLIENT.secret,
      REDDIT_USER_AGENT: "web:torture:1.0 (by /u/torture)",
      REDDIT_AUTH_URL: base,
      REDDIT_API_URL: base,
      ARCHIVE_API_URL: base,
      ...env,
    },
  });
  return { app, upstream };
}

/** As the visitor gets it: what goes on behind the answer is not waited for. */
async function navigate(app: ReturnType<typeof testApp>, path: string, cookie = "") {
  const started = performance.now();
  const request = new Request(`https://localhost${path}`, { headers: { cookie } });
  const answer = await wholeApp.fetch(request, { deps: app.deps() }, createExecutionContext());
  const text = await answer.text();
  return { status: answer.status, text, ms: performance.now() - started };
}

const hasSearch = (text: string) => [...inlined(text).keys()].some((key) => key.includes("search"));

const PATHS = ["/user/gemhunter", "/user/gemhunter?sort=top", "/user/gemhunter?post=1abc"];
const SOURCES: { source: "reddit" | "archive"; endpoint: Endpoint }[] = [
  { source: "reddit", endpoint: "token" },
  { source: "reddit", endpoint: "listing" },
  { source: "reddit", endpoint: "about" },
  { source: "archive", endpoint: "archive" },
];

describe.each(SOURCES)("a creator's page while $source has its $endpoint at fault", (row) => {
  test.concurrent.each(FAULTS)(
    "%s: the page comes all the same, and in its time",
    async (fault) => {
      for (const path of PATHS) {
        const { app, upstream } = newApp(row.source);
        upstream.faults.set(row.endpoint, fault);
        const { status, text, ms } = await navigate(app, path);
        expect(status).toBe(200);
        expect(text).toContain('<div id="root">');
        expect(ms).toBeLessThan(PAGE_MS);
      }
    },
  );
});

test("without a fault the same pages carry their search: the rows above have something to lose", async () => {
  for (const { source } of SOURCES) {
    const { app } = newApp(source);
    expect(hasSearch((await navigate(app, "/user/gemhunter")).text), source).toBe(true);
  }
});

const SILENT = { name: "silent", message: null };
const COOKIE = `sid=${"a".repeat(43)}; __Host-sid=${"a".repeat(43)}`;

test.each(["/", "/leaderboard", "/user/gemhunter", "/about"])(
  "%s comes in its time to a member while KV is silent",
  async (path) => {
    const { app } = newApp("reddit", { KV: breakableKv("both", SILENT, () => true) });
    const { status, ms } = await navigate(app, path, COOKIE);
    expect(status).toBe(200);
    expect(ms).toBeLessThan(PAGE_MS);
  },
);

test.each(["/", "/leaderboard", "/user/gemhunter", "/about"])(
  "%s comes in its time to a visitor while D1 is silent",
  async (path) => {
    const { app } = newApp("reddit", { DB: breakableD1("both", SILENT, () => true) });
    const { status, ms } = await navigate(app, path);
    expect(status).toBe(200);
    expect(ms).toBeLessThan(PAGE_MS);
  },
);
