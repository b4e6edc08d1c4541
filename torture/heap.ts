interface Usage {
  usedSize: number;
  embedderHeapUsedSize: number;
  backingStorageSize: number;
}

interface Answer {
  id?: number;
  result?: Partial<Usage>;
}

const BYTES_PER_MIB = 1024 * 1024;
const ANSWER_MS = 30_000;

/** V8 of one isolate, by the protocol that a browser's developer tools speak. */
export class Heap {
  readonly #socket: WebSocket;
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** `inspector`: of a runtime that was started with one. The Worker of ours is its first. */
  static async open(inspector: URL): Promise<Heap> {
    const list = await fetch(new URL("/json/list", `http://${inspector.host}`));
    const targets = (await list.json()) as { id: string; webSocketDebuggerUrl: string }[];
    const ours = targets.find(({ id }) => id.startsWith("core:user:"));
    if (!ours) throw new Error("the runtime shows no Worker to its inspector");
    const socket = new WebSocket(ours.webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", () => reject(new Error("the inspector refused")));
    });
    return new Heap(socket);
  }

  #ask(method: string): Promise<Answer> {
    const id = (this.#asked += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const timer = setTimeout(() => reject(new Error(`${method} was not answered`)), ANSWER_MS);
    const listen = ({ data }: MessageEvent) => {
      const text = String(data);
      // The snapshot itself comes in pieces, which nobody reads.
      if (!text.startsWith('{"id":')) return;
      const answer = JSON.parse(text) as Answer;
      if (answer.id !== id) return;
      clearTimeout(timer);
      this.#socket.removeEventListener("message", listen);
      resolve(answer);
    };
    this.#socket.addEventListener("message", listen);
    this.#socket.send(JSON.stringify({ id, method }));
    return promise;
  }

  /** What is still held once everything that nobody holds has gone: a snapshot collects that first. */
  async keptMiB(): Promise<number> {
    await this.#ask("HeapProfiler.takeHeapSnapshot");
    const { result } = await this.#ask("Runtime.getHeapUsage");
    const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = result ?? {};
    const bytes = (usedSize ?? Number.NaN) + embedderHeapUsedSize + backingStorageSize;
    return bytes / BYTES_PER_MIB;
  }

  close(): void {
    this.#socket.close();
  }
}
