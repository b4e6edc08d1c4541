import { createExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { app as wholeApp } from "#worker/app.ts";
import { FAULTS } from "#stress/stand-in/faults.ts";
import type { Endpoint } from "#stress/stand-in/upstream.ts";
import { inlined } from "#worker/testing/inlined.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import type { TestApp } from "#worker/testing/test-app.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { breakableD1, breakableKv } from "./broken-bindings.ts";
import { newWorld, STALLS } from "./world.ts";

/**
 * Below the timeouts of database and source, 5 and 8 s. The page's own limits are tested in worker/page: on a busy
 * machine, background timers here fire before the answer is read.
 */
const PAGE_MS = 4_000;

/** The page as the visitor gets it, without waiting for `ctx.waitUntil`. */
async function navigate(app: TestApp, path: string, cookie = "") {
  const request = new Request(`https://localhost${path}`, { headers: { cookie } });
  const { result, waitedMs } = await waited(async () => {
    const answer = await wholeApp.fetch(request, { deps: app.deps() }, createExecutionContext());
    return { status: answer.status, text: await answer.text() };
  });
  return { ...result, ms: waitedMs };
}

const hasSearch = (text: string) => [...inlined(text).keys()].some((key) => key.includes("search"));

// Warms up, because the first page's compile time is not due to a fault.
beforeAll(() => navigate(newWorld("reddit").app, "/user/gemhunter"));

const SILENT = { name: "silent", message: null };
const COOKIE = `sid=${"a".repeat(43)}; __Host-sid=${"a".repeat(43)}`;

// Before the tests with faulty upstreams, whose remaining timers would slow these.
test.each(["/", "/leaderboard", "/user/gemhunter", "/about"])(
  "%s is served in time to a signed-in visitor while KV is silent",
  async (path) => {
    const { app } = newWorld("reddit", { KV: breakableKv("both", SILENT, () => true) });
    const { status, ms } = await hurried(() => navigate(app, path, COOKIE));
    expect(status).toBe(200);
    expect(ms).toBeLessThanOrEqual(PAGE_MS);
  },
);

test.each(["/", "/leaderboard", "/user/gemhunter", "/about"])(
  "%s is served in time to a signed-out visitor while D1 is silent",
  async (path) => {
    const { app } = newWorld("reddit", { DB: breakableD1("both", SILENT, () => true) });
    const { status, ms } = await hurried(() => navigate(app, path));
    expect(status).toBe(200);
    expect(ms).toBeLessThanOrEqual(PAGE_MS);
  },
);

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
    STALLS,
    async (fault) => {
      for (const path of PATHS) {
        const { app, upstream } = newWorld(row.source);
        upstream.faults.set(row.endpoint, fault);
        const { status, text, ms } = await navigate(app, path);
        expect(status).toBe(200);
        expect(text).toContain('<div id="root">');
        expect(ms).toBeLessThanOrEqual(PAGE_MS);
      }
    },
  );
});

test("without a fault the same pages carry their search", async () => {
  for (const { source } of SOURCES) {
    const { app } = newWorld(source);
    expect(hasSearch((await navigate(app, "/user/gemhunter")).text), source).toBe(true);
  }
});
