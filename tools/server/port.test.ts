import { expect, test } from "vitest";
import { DEFAULT_PORT, portFailure, readPort } from "./port.ts";

const START = { variable: "PORT", defaultPort: DEFAULT_PORT, command: "npm start" };

test.each([
  [80, "EACCES", "Port 80 needs rights", "PORT=8787 npm start"],
  [8787, "EADDRINUSE", "Port 8787 is taken", "PORT=8788 npm start"],
  [65_535, "EADDRINUSE", "Port 65535 is taken", "PORT=8787 npm start"],
])("port %s with %s: %s, and %s", (port, code, reason, command) => {
  expect(portFailure(port, code, START)).toContain(reason);
  expect(portFailure(port, code, START)).toContain(command);
});

test.each(["", "0", "-1", "65536", "80.5", "http"])("%j is no port", async (text) => {
  await expect(readPort(text, START)).rejects.toThrow(
    `The port is "${text}": give a number from 1 to 65535, for example PORT=8788 npm start`,
  );
});

test("without the address 127.0.0.1 no port is called taken, and no other one is proposed", () => {
  expect(portFailure(8787, "EADDRNOTAVAIL", START)).toBe(
    "No server can listen on port 8787 of 127.0.0.1: the system refuses it with EADDRNOTAVAIL.",
  );
});
