import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer, Server } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { nodePath, root, toolEnvironment } from "./install.mjs";
import { freePort, whyNotFree } from "./server/free-port.ts";
import { runScript } from "./tools.ts";

/** Linux uses ports from here on for outgoing connections; other systems use higher ones. */
const FIRST_OUTGOING = 32_768;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test("a server of this machine is called directly even if the environment names a proxy", async () => {
  const port = await freePort();
  const server = createHttpServer((_, response) => response.end()).listen(port, "127.0.0.1");
  await once(server, "listening");
  vi.stubEnv("NODE_USE_ENV_PROXY", "1");
  vi.stubEnv("HTTP_PROXY", "http://127.0.0.1:1");
  vi.stubEnv("http_proxy", "http://127.0.0.1:1");
  const child = spawn(nodePath, ["-e", `await fetch("http://127.0.0.1:${port}")`], {
    env: toolEnvironment(),
    stdio: "ignore",
  });
  expect(await once(child, "exit")).toEqual([0, null]);
  server.close();
});

test("a free port is outside the range of outgoing connections", async () => {
  const port = await freePort();
  expect(port).toBeGreaterThan(1_024);
  expect(port).toBeLessThan(FIRST_OUTGOING);
  expect(await whyNotFree(port)).toBeNull();
});

test.each([
  [
    "EADDRINUSE",
    "No free port from 20000 to 31999 on 127.0.0.1: end servers that were left running.",
  ],
  ["EADDRNOTAVAIL", "of 127.0.0.1: the system refuses it with EADDRNOTAVAIL."],
])("where each port is refused with %s, the failure says: %s", async (code, message) => {
  vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server) {
    const refused = Object.assign(new Error("refused"), { code });
    queueMicrotask(() => this.emit("error", refused));
    return this;
  });
  await expect(freePort()).rejects.toThrow(message);
});

const hasIpv6 = networkInterfaces()["lo"]?.some(({ family }) => family === "IPv6") ?? false;

test.each(hasIpv6 ? ["127.0.0.1", "::1"] : ["127.0.0.1"])(
  "a port with a server on %s is not free",
  async (host) => {
    const port = await freePort();
    const server = createServer().listen(port, host);
    await once(server, "listening");
    expect(await whyNotFree(port)).toBe("EADDRINUSE");
    server.close();
  },
);

test("a script that cannot be started fails with the system's reason", () => {
  const { ok, output } = runScript("any.js", [], { cwd: join(root, "no-such-folder") });
  expect(ok).toBe(false);
  expect(output).toContain("ENOENT");
});
