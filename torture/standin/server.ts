import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Upstream } from "./upstream.ts";

export interface StandIn {
  url: string;
  upstream: Upstream;
  stop: () => Promise<void>;
}

async function toRequest(message: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers.set(name, [value].flat().join(", "));
  }
  const hasBody = message.method !== "GET" && message.method !== "HEAD";
  return new Request(`http://127.0.0.1${message.url}`, {
    method: message.method,
    headers,
    signal,
    ...(hasBody && { body: Buffer.concat(chunks) }),
  });
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  for await (const chunk of answer.body ?? []) {
    if (response.destroyed) return;
    response.write(chunk);
  }
  response.end();
}

async function serve(upstream: Upstream, message: IncomingMessage, response: ServerResponse) {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  try {
    await send(await upstream.answer(await toRequest(message, gone.signal)), response);
  } catch {
    // What refuses or was given up leaves a connection with nothing said on it.
    response.destroy();
  }
}

/** Reddit, the archive and RedGifs on one loopback port, with faults to switch on. */
export async function startStandIn(port = 0): Promise<StandIn> {
  const upstream = new Upstream();
  const server = createServer((message, response) => void serve(upstream, message, response));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: bound } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${bound}`, upstream, stop };
}
