import { Agent, request } from "node:http";

export interface Reply {
  status: number;
  text: string;
  cookie: string;
}

export interface Call {
  method?: string;
  path: string;
  body?: unknown;
  cookie?: string;
  /** The client's address, which the platform would set. */
  address?: string;
}

const ANSWER_TIMEOUT_MS = 30_000;

/** Keep-alive connections to one server, as of a browser or a proxy. */
export class ApiClient {
  readonly #agent: Agent;
  readonly #base: string;

  constructor(base: string, connections: number) {
    this.#base = base;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Rejects on a lost connection or a timeout; resolves with any status. */
  send({ method = "GET", path, body, cookie, address }: Call): Promise<Reply> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...(payload !== undefined && { "content-type": "application/json" }),
      ...(cookie && { cookie }),
      ...(address && { "cf-connecting-ip": address }),
    };
    return new Promise((resolve, reject) => {
      const url = new URL(path, this.#base);
      const sent = request(url, { agent: this.#agent, method, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          if (!answer.complete) return reject(new Error("the response ended early"));
          resolve({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            cookie: answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? "",
          });
        });
      });
      sent.setTimeout(ANSWER_TIMEOUT_MS, () => sent.destroy(new Error("no response in time")));
      sent.on("error", reject);
      sent.end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
