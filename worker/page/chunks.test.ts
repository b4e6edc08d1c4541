import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { waited } from "#worker/testing/measure-waits.ts";

test("without the deployment's files a page is a 503 that asks to come back", async () => {
  const lines = loggedLines();
  const failures = [404, 500, null].map((status) => async () => {
    if (status === null) throw new Error("assets are away");
    return new Response("no file", { status });
  });
  const failAtOnce = () => {
    throw new Error("assets are away");
  };
  for (const fetch of [...failures, failAtOnce]) {
    const assets = { fetch };
    const app = testApp({ env: { ASSETS: assets as unknown as Fetcher } });
    const answer = await app.request("/privacy");
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Retry-After")).toBe("2");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  }
  expect(lines("assets").map(({ status }) => status)).toEqual([404, 500, undefined, undefined]);
});

test("a page waits at most five seconds for the deployment's files", async () => {
  const lines = loggedLines();
  const assets = { fetch: () => new Promise(() => undefined) };
  const app = testApp({ env: { ASSETS: assets as unknown as Fetcher } });
  const { result, waitedMs } = await waited(() => hurried(() => app.request("/privacy")));
  expect(result.status).toBe(503);
  expect(waitedMs).toBe(5_000);
  expect(lines("assets")).toHaveLength(1);
});

test("a list of chunks that is missing is logged, and the page is sent without it", async () => {
  const lines = loggedLines();
  const fetch = (address: string) =>
    address.endsWith("/chunks.json")
      ? Promise.resolve(new Response("no file", { status: 404 }))
      : env.ASSETS.fetch(address);
  const app = testApp({ env: { ASSETS: { fetch } as Fetcher } });
  expect((await app.request("/privacy")).status).toBe(200);
  expect(lines("chunks")).toEqual([expect.objectContaining({ status: 404 })]);
});

const endless = () => new ReadableStream({ pull: () => new Promise<void>(() => undefined) });

test("a page waits at most a second for the list of chunks, then is sent without it", async () => {
  const lines = loggedLines();
  const assets = {
    fetch: (address: string) =>
      address.endsWith("/chunks.json")
        ? Promise.resolve(new Response(endless()))
        : env.ASSETS.fetch(address),
  };
  const app = testApp({ env: { ASSETS: assets as Fetcher } });
  const { result, waitedMs } = await waited(() => hurried(() => app.request("/privacy")));
  expect(result.status).toBe(200);
  expect(await result.text()).toContain('<div id="root">');
  expect(waitedMs).toBe(1_000);
  expect(lines("chunks")).toHaveLength(1);
});

test.each([
  { environment: "production", reads: 0 },
  { environment: "development", reads: 1 },
])("a later page in $environment reads the list of chunks $reads times", async (row) => {
  const asked: string[] = [];
  const assets = {
    fetch: (address: string) => {
      asked.push(new URL(address).pathname);
      return env.ASSETS.fetch(address);
    },
  };
  const app = testApp({ env: { ENVIRONMENT: row.environment, ASSETS: assets as Fetcher } });
  await app.request("/privacy");
  asked.length = 0;
  await app.request("/privacy");
  expect(asked.filter((path) => path === "/chunks.json")).toHaveLength(row.reads);
});
