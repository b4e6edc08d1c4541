import { vi } from "vitest";
import { eventually } from "./eventually.ts";

export interface ApiCall {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
  isAnswered: boolean;
  /** Whether the app has cancelled it. */
  isAborted: boolean;
  answer: (body: unknown, status?: number) => void;
  /** Rejects like a failed network. */
  lose: () => void;
}

/** Replaces fetch: each call waits until the test answers it. */
export function holdApiCalls(): ApiCall[] {
  const calls: ApiCall[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const call: ApiCall = {
      url,
      method: init.method ?? "GET",
      headers: new Headers(init.headers),
      body: init.body ? JSON.parse(String(init.body)) : null,
      isAnswered: false,
      isAborted: false,
      answer(body, status = 200) {
        call.isAnswered = true;
        resolve(new Response(JSON.stringify(body), { status }));
      },
      lose() {
        call.isAnswered = true;
        reject(new TypeError("Failed to fetch"));
      },
    };
    init.signal?.addEventListener("abort", ({ target }) => {
      call.isAborted = true;
      reject((target as AbortSignal).reason);
    });
    calls.push(call);
    return promise;
  });
  return calls;
}

/** Waits for the next call whose address ends with `path`, neither answered nor cancelled. */
export async function callTo(calls: readonly ApiCall[], path: string): Promise<ApiCall> {
  return eventually(() => {
    const call = calls.find(
      ({ url, isAnswered, isAborted }) => url.endsWith(path) && !isAnswered && !isAborted,
    );
    if (!call) throw new Error(`no call to ${path}`);
    return call;
  });
}

/** Replaces fetch: calls get these answers in turn, then fail like a lost network. Returns the calls. */
export function answerInTurn(...list: (Response | Error)[]) {
  const calls: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    const next = list.shift();
    if (!(next instanceof Response)) throw next ?? new TypeError("failed to fetch");
    return next;
  });
  return calls;
}

export const jsonAnswer = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, statusText: status === 200 ? "OK" : "Sorry" });
