import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { waited } from "#worker/testing/measure-waits.ts";

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
