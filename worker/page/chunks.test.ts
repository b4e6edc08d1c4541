import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { waited } from "#worker/testing/measure-waits.ts";

test("without the deployment's files a page is a 503 that asks to come back", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const failures = [404, 500, null].map((status) => async () => {
    if (status === null) throw new Error("assets are away");
    return new Response("no file", { status });
  });
  for (const fetch of failures) {
    const assets = { fetch };
    const app = testApp({ env: { ASSETS: assets as unknown as Fetcher } });
    const answer = await app.request("/privacy");
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Retry-After")).toBe("2");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  }
  said.mockRestore();
});

const endless = () => new ReadableStream({ pull: () => new Promise<void>(() => undefined) });

test("a page waits at most a second for the list of chunks, then is sent without it", async () => {
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
