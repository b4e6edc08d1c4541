import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startEdgeProxy } from "./edge-proxy.ts";

const PAGE = "<!doctype html><title>a page</title>";

async function startTarget(): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startProxyOf(target: string): Promise<string> {
  const proxy = await startEdgeProxy(target);
  onTestFinished(() => proxy.stop());
  return proxy.baseUrl;
}

test("a page behind two fronts is compressed once", async () => {
  const outer = await startProxyOf(await startProxyOf(await startTarget()));

  const answer = await fetch(outer);

  expect(answer.headers.get("Content-Encoding")).toBe("br");
  expect(await answer.text()).toBe(PAGE);
});
