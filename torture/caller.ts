import { Agent, request } from "node:http";

export interface Reply {
  status: number;
  ms: number;
  text: string;
  cookie: string;
}

export interface Call {
  method?: string;
  path: string;
  body?: unknown;
  cookie?: string;
  timeoutMs?: number;
}

/** Keep-alive connections to one server, as a browser or a proxy holds them. */
export class Caller {
  readonly #agent: Agent;
  readonly #base: string;

  constructor(base: string, connections: number) {
    this.#base = base;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Rejects only where no answer came: connection lost or out of time. */
  call({ method = "GET", path, body, cookie, timeoutMs = 30_000 }: Call): Promise<Reply> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...(payload !== undefined && { "content-type": "application/json" }),
      ...(cookie && { cookie }),
    };
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const url = new URL(path, this.#base);
      const sent = request(url, { agent: this.#agent, method, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          if (!answer.complete) return reject(new Error("the answer broke off"));
          resolve({
            status: answer.statusCode ?? 0,
            ms: performance.now() - started,
            text: Buffer.concat(chunks).toString(),
            cookie: answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? "",
          });
        });
      });
      sent.setTimeout(timeoutMs, () => sent.destroy(new Error("no answer in time")));
      sent.on("error", reject);
      sent.end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

export function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
