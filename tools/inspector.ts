/** Far above the time of a heap snapshot on a busy machine; reached only by a runtime that hangs. */
const RESPONSE_TIMEOUT_MS = 120_000;

interface Reply<T> {
  id?: number;
  result?: T;
  error?: { message: string };
}

export interface Inspector {
  ask<T>(method: string, params?: object): Promise<T>;
  /** Calls `take` with the parameters of each event of this name, until the inspector is closed. */
  onEvent<T>(name: string, take: (params: T) => void): void;
  close(): void;
}

async function connectToWorker(runtime: URL): Promise<WebSocket> {
  const list = await fetch(`http://${runtime.host}/json/list`);
  const targets = (await list.json()) as { id: string; webSocketDebuggerUrl: string }[];
  const ours = targets.find(({ id }) => id.startsWith("core:user:"));
  if (!ours) throw new Error("the inspector lists no Worker");
  const socket = new WebSocket(ours.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () =>
      reject(new Error("the inspector refused the connection")),
    );
  });
  return socket;
}

/** Speaks the DevTools protocol with the first Worker of a workerd started with an inspector. */
export async function openInspector(runtime: URL): Promise<Inspector> {
  const socket = await connectToWorker(runtime);
  let asked = 0;

  const ask = <T>(method: string, params: object = {}): Promise<T> => {
    const id = (asked += 1);
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const timer = setTimeout(
      () => reject(new Error(`no response to ${method}`)),
      RESPONSE_TIMEOUT_MS,
    );
    const listen = ({ data }: MessageEvent) => {
      const text = String(data);
      // Events have no id; a heap snapshot comes in thousands of them.
      if (!text.startsWith('{"id":')) return;
      const reply = JSON.parse(text) as Reply<T>;
      if (reply.id !== id) return;
      clearTimeout(timer);
      socket.removeEventListener("message", listen);
      if (reply.error) reject(new Error(`${method}: ${reply.error.message}`));
      else resolve(reply.result as T);
    };
    socket.addEventListener("message", listen);
    socket.send(JSON.stringify({ id, method, params }));
    return promise;
  };

  const onEvent = <T>(name: string, take: (params: T) => void): void =>
    socket.addEventListener("message", ({ data }) => {
      const text = String(data);
      if (!text.startsWith(`{"method":"${name}"`)) return;
      take((JSON.parse(text) as { params: T }).params);
    });

  return { ask, onEvent, close: () => socket.close() };
}
