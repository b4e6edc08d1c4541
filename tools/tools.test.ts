import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "./tools.ts";

/** Linux gives outgoing connections ports from here on, the other systems later ones. */
const FIRST_OUTGOING = 32_768;

test("a free port is none that an outgoing connection could get, and a taken one is null", async () => {
  const port = await freePort();
  expect(port).toBeGreaterThan(1_024);
  expect(port).toBeLessThan(FIRST_OUTGOING);
  expect(await freePort(port ?? 0)).toBe(port);
  const server = createServer().listen(port ?? 0, "127.0.0.1");
  await once(server, "listening");
  expect(await freePort(port ?? 0)).toBeNull();
  server.close();
});
