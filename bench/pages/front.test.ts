import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startFront } from "./front.ts";

const PAGE = "<!doctype html><title>a page</title>";

async function startTarget(): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startFrontOf(target: string): Promise<string> {
  const front = await startFront(target);
  onTestFinished(() => front.stop());
  return front.baseUrl;
}

test("a page behind two fronts is compressed once", async () => {
  const outer = await startFrontOf(await startFrontOf(await startTarget()));

  const answer = await fetch(outer);

  expect(answer.headers.get("Content-Encoding")).toBe("br");
  expect(await answer.text()).toBe(PAGE);
});
