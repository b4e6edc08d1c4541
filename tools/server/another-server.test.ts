import { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { waitForProcess } from "./start-wait.ts";

test("another server's answer at the address does not count before the process listens", async () => {
  const server = createServer((_, response) => response.writeHead(200).end("{}"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const child = Object.assign(new ChildProcess(), { exitCode: null as number | null });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let isListening = false;
  const wait = () =>
    waitForProcess(
      child,
      baseUrl,
      () => {},
      () => isListening,
    );
  const refused = wait();
  await delay(600);
  child.exitCode = 1;
  expect(await refused).toBe(false);
  child.exitCode = null;
  isListening = true;
  expect(await wait()).toBe(true);
});
