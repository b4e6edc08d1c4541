import { connect, type Socket } from "node:net";

export interface Ask {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Count {
  perSecond: number;
  failures: number;
}

const CONNECTIONS = 8;
const END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

function bytesOf({ method, path, headers = {}, body }: Ask): Buffer {
  const lines = Object.entries({ Host: "localhost", ...headers }).map(([k, v]) => `${k}: ${v}`);
  if (body !== undefined) {
    lines.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`);
  }
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body ?? ""}`);
}

/** Whether the buffer holds a whole response. Supports only the HTTP that the Worker sends. */
function isWhole(answer: Buffer): boolean {
  const head = answer.indexOf(END);
  if (head < 0) return false;
  const length = /content-length: *(\d+)/i.exec(answer.toString("latin1", 0, head))?.[1];
  if (length !== undefined) return answer.length >= head + 4 + Number(length);
  return answer.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}

class Connection {
  answered = 0;
  failures = 0;
  readonly #socket: Socket;
  readonly #asks: Buffer[];
  #at = 0;
  #chunks: Buffer[] = [];
  #isOver = false;

  constructor(port: number, asks: Buffer[], offset: number) {
    this.#asks = asks;
    this.#at = offset;
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (chunk) => this.#take(chunk));
    this.#socket.on("connect", () => this.#send());
    this.#socket.on("error", () => (this.failures += 1));
  }

  #send(): void {
    this.#chunks = [];
    this.#socket.write(this.#asks[this.#at % this.#asks.length] ?? "");
    this.#at += 1;
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    const answer = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    if (!isWhole(answer)) return;
    const status = answer.toString("latin1", 9, 12);
    if (status.startsWith("2")) this.answered += 1;
    else this.failures += 1;
    if (!this.#isOver) this.#send();
  }

  end(): void {
    this.#isOver = true;
    this.#socket.destroy();
  }
}

/** Uses a few keep-alive connections, each with one request at a time. */
export async function measureRate(port: number, asks: Ask[], ms: number): Promise<Count> {
  const buffers = asks.map(bytesOf);
  const started = performance.now();
  const open = Array.from(
    { length: CONNECTIONS },
    (_, index) => new Connection(port, buffers, index),
  );
  await new Promise((resolve) => setTimeout(resolve, ms));
  const seconds = (performance.now() - started) / 1000;
  for (const connection of open) connection.end();
  const sum = (key: "answered" | "failures") =>
    open.reduce((total, connection) => total + connection[key], 0);
  return { perSecond: sum("answered") / seconds, failures: sum("failures") };
}
