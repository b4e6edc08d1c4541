import type { Companion } from "#extension/answer.ts";
import { memoryStorage } from "./memory-storage.ts";

export const NOW = Date.UTC(2026, 10, 22, 12);
export const PAGE = {
  id: "extension",
  frameId: 0,
  origin: "https://unearth.example",
  url: "https://unearth.example/user/Ann",
};

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });

export const page = (text: string, status = 403, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: { "content-type": "text/html; charset=utf-8", ...headers },
  });

export const listing = (children: unknown[], after: string | null = null, modhash = "token") =>
  json({ kind: "Listing", data: { modhash, after, children } });

type Answerer = (url: URL, init: RequestInit) => Response | Promise<Response>;

/** A companion that gets `answer` for every call to Reddit, switched on by default; sleeping advances its clock. */
export function testCompanion(
  answer: Answerer = () => listing([]),
  { on = true, storage = memoryStorage({ on }) } = {},
) {
  const calls: { url: URL; init: RequestInit; at: number }[] = [];
  const clock = {
    time: NOW,
    now: () => clock.time,
    sleep: (ms: number) => {
      clock.time += ms;
      return Promise.resolve();
    },
  };
  const companion: Companion = {
    version: "1.2.3",
    extensionId: "extension",
    origins: ["https://unearth.example", "http://localhost"],
    origin: "https://www.reddit.com",
    fetch: async (input, init = {}) => {
      const url = new URL(String(input));
      calls.push({ url, init, at: clock.time });
      return answer(url, init);
    },
    storage,
    clock,
  };
  return { companion, calls, clock, storage };
}

export const message = (ask: unknown) => ({ unearth: 1, id: "m1", ask });

export const LISTING = { type: "listing", username: "Ann", sort: "new", after: null } as const;
