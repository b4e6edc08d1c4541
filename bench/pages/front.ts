import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { brotliCompressSync, constants, createBrotliCompress } from "node:zlib";

/** What Cloudflare does before the Worker, as far as it decides the bytes: brotli, nothing else. */
const IS_TEXT = /^(?:text\/|application\/(?:json|javascript|manifest)|image\/svg)/;
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };

function answer(found: IncomingMessage, response: ServerResponse): void {
  const headers = { ...found.headers };
  const isText = IS_TEXT.test(headers["content-type"] ?? "");
  if (!isText || headers["content-encoding"]) {
    response.writeHead(found.statusCode ?? 502, headers);
    found.pipe(response);
    return;
  }
  delete headers["content-length"];
  headers["content-encoding"] = "br";
  headers["vary"] = "Accept-Encoding";
  response.writeHead(found.statusCode ?? 502, headers);
  if (headers["content-type"]?.startsWith("text/html")) {
    found.pipe(createBrotliCompress({ params })).pipe(response);
    return;
  }
  const chunks: Buffer[] = [];
  found.on("data", (chunk: Buffer) => chunks.push(chunk));
  found.on("end", () => response.end(brotliCompressSync(Buffer.concat(chunks), { params })));
}

export interface Front {
  baseUrl: string;
  stop: () => Promise<void>;
}

/** Answers some calls in the target's place and says which. */
export type Takes = (incoming: IncomingMessage, response: ServerResponse) => boolean;

export function startFront(target: string, takes: Takes = () => false): Promise<Front> {
  const server = createServer((incoming, response) => {
    if (takes(incoming, response)) return;
    const headers = { ...incoming.headers, "accept-encoding": "identity" };
    const url = new URL(incoming.url ?? "/", target);
    const sent = request(url, { method: incoming.method, headers }, (found) =>
      answer(found, response),
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
