import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { brotliCompressSync, constants, createBrotliCompress } from "node:zlib";

/** Like Cloudflare in front of the Worker: brotli, and immutable files from a cache. */
const IS_TEXT = /^(?:text\/|application\/(?:json|javascript|manifest)|image\/svg)/;
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };

interface Kept {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

function answer(
  found: IncomingMessage,
  response: ServerResponse,
  keep: (kept: Kept) => void,
): void {
  const headers = { ...found.headers };
  const isImmutable = headers["cache-control"]?.includes("immutable") ?? false;
  const isCompressed = IS_TEXT.test(headers["content-type"] ?? "") && !headers["content-encoding"];
  if (isCompressed) {
    delete headers["content-length"];
    headers["content-encoding"] = "br";
    headers["vary"] = "Accept-Encoding";
  }
  response.writeHead(found.statusCode ?? 502, headers);
  if (isCompressed && headers["content-type"]?.startsWith("text/html")) {
    found.pipe(createBrotliCompress({ params })).pipe(response);
    return;
  }
  if (!isCompressed && !isImmutable) {
    found.pipe(response);
    return;
  }
  const chunks: Buffer[] = [];
  found.on("data", (chunk: Buffer) => chunks.push(chunk));
  found.on("end", () => {
    const whole = Buffer.concat(chunks);
    const body = isCompressed ? brotliCompressSync(whole, { params }) : whole;
    if (isImmutable) keep({ headers, body });
    response.end(body);
  });
}

export interface EdgeProxy {
  baseUrl: string;
  stop: () => Promise<void>;
}

/** Returns true for a call that it answered instead of the target. */
export type Takes = (incoming: IncomingMessage, response: ServerResponse) => boolean;

export function startEdgeProxy(target: string, takes: Takes = () => false): Promise<EdgeProxy> {
  const cache = new Map<string, Kept>();
  const server = createServer((incoming, response) => {
    if (takes(incoming, response)) return;
    const path = incoming.url ?? "/";
    const kept = cache.get(path);
    if (kept) {
      response.writeHead(200, kept.headers).end(kept.body);
      return;
    }
    const headers = { ...incoming.headers, "accept-encoding": "identity" };
    const url = new URL(path, target);
    const sent = request(url, { method: incoming.method, headers }, (found) =>
      answer(found, response, (kept) => cache.set(path, kept)),
    );
    sent.on("error", () => response.writeHead(502).end());
    incoming.pipe(sent);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      const stop = () =>
        new Promise<void>((done) => {
          server.closeAllConnections();
          server.close(() => done());
        });
      resolve({ baseUrl: `http://localhost:${port}`, stop });
    });
  });
}
