import { createServer, type ServerResponse } from "node:http";
import { answerTo, busiestSpan, TOKEN } from "./plain-reddit.ts";

const LIMIT = 100;
const WINDOW_MS = 60_000;
const LATENCY_MS = 150;

/** A server for Reddit's API that counts the last minute's calls and refuses those past its limit. */
export class RedditServer {
  readonly calls: { at: number; name: string }[] = [];
  refused = 0;
  readonly #server = createServer(({ url = "/" }, response) => {
    setTimeout(
      () => this.#answer(new URL(url, "http://reddit.invalid").pathname, response),
      LATENCY_MS,
    );
  });

  /** Returns its address. */
  async start(): Promise<string> {
    // Long, because a connection that closes just when a call is sent would look like an outage.
    this.#server.keepAliveTimeout = 600_000;
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return `http://127.0.0.1:${address.port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** The largest number of calls within any `milliseconds`. */
  busiest(milliseconds: number): number {
    return busiestSpan(
      this.calls.map(({ at }) => at),
      milliseconds,
    );
  }

  #answer(path: string, response: ServerResponse): void {
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify(body));
    };
    if (path === "/api/v1/access_token") {
      return send(200, TOKEN);
    }
    const name = path.split("/")[2] ?? "";
    const now = performance.now();
    this.calls.push({ at: now, name });
    const used = this.calls.filter(({ at }) => at > now - WINDOW_MS).length;
    const headers = {
      "x-ratelimit-remaining": String(Math.max(0, LIMIT - used)),
      "x-ratelimit-reset": "60",
    };
    if (used > LIMIT) {
      this.refused += 1;
      return send(429, { message: "Too Many Requests", error: 429 }, headers);
    }
    const { status, body } = answerTo(path);
    send(status, body, headers);
  }
}
