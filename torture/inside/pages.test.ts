import { createExecutionContext } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { app as wholeApp } from "#worker/app.ts";
import { FAULTS } from "#torture/standin/faults.ts";
import type { Endpoint } from "#torture/standin/upstream.ts";
import { inlined } from "#worker/testing/inlined.ts";
import type { TestApp } from "#worker/testing/test-app.ts";
import { breakableD1, breakableKv } from "./broken.ts";
import { newWorld } from "./world.ts";

/**
 * A page waits 1.6 s at most, for the session, the search and the badges; the rest is a busy machine's. Still
 * under the 5 s after which a database is given up, and the 8 s of a source.
 */
const PAGE_MS = 4_000;

/** As the visitor gets it: what goes on behind the answer is not waited for. */
async function navigate(app: TestApp, path: string, cookie = "") {
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
        const { app, upstream } = newWorld(row.source);
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
    const { app } = newWorld(source);
    expect(hasSearch((await navigate(app, "/user/gemhunter")).text), source).toBe(true);
  }
});

const SILENT = { name: "silent", message: null };
const COOKIE = `sid=${"a".repeat(43)}; __Host-sid=${"a".repeat(43)}`;

test.each(["/", "/leaderboard", "/user/gemhunter", "/about"])(
  "%s comes in its time to a member while KV is silent",
  async (path) => {
    const { app } = newWorld("reddit", { KV: breakableKv("both", SILENT, () => true) });
    const { status, ms } = await navigate(app, path, COOKIE);
    expect(status).toBe(200);
    expect(ms).toBeLessThan(PAGE_MS);
  },
);

test.each(["/", "/leaderboard", "/user/gemhunter", "/about"])(
  "%s comes in its time to a visitor while D1 is silent",
  async (path) => {
    const { app } = newWorld("reddit", { DB: breakableD1("both", SILENT, () => true) });
    const { status, ms } = await navigate(app, path);
    expect(status).toBe(200);
    expect(ms).toBeLessThan(PAGE_MS);
  },
);
