import { createServer } from "node:net";
import { Refused } from "#tools/refused.ts";

/** Below the ports of outgoing connections, which could take a port before its server listens. */
const OWN_PORTS = { first: 20_000, count: 12_000 };
const TRIES = 50;

function listenFailure(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? "unknown"));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

/** Returns the system's error code if no server can listen on the port, else null. */
export async function whyNotFree(port: number): Promise<string | null> {
  const code = await listenFailure(port, "127.0.0.1");
  if (code !== null) return code;
  // Where localhost is ::1 too, Vite's servers are on it alone, and a browser opens that one instead of ours.
  return (await listenFailure(port, "::1")) === "EADDRINUSE" ? "EADDRINUSE" : null;
}

/** The error sentence where the system refuses 127.0.0.1 for another reason than a taken port. */
export const listenRefusal = (port: number, code: string) =>
  `No server can listen on port ${port} of 127.0.0.1: the system refuses it with ${code}.`;

const NO_FREE_PORT = `No free port from ${OWN_PORTS.first} to ${OWN_PORTS.first + OWN_PORTS.count - 1} on 127.0.0.1: end servers that were left running.`;

/** Throws if it finds none. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const port = OWN_PORTS.first + Math.floor(Math.random() * OWN_PORTS.count);
    const code = await whyNotFree(port);
    if (code === null) return port;
    if (code !== "EADDRINUSE" && code !== "EACCES") throw new Refused(listenRefusal(port, code));
  }
  throw new Refused(NO_FREE_PORT);
}
