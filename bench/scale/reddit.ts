import { answerTo, busiestSpan, TOKEN } from "#stress/stand-in/plain-reddit.ts";
import type { SimulatedTime } from "./time.ts";

const LATENCY_MS = 400;
const LIMIT = 100;
const WINDOW_MS = 60_000;

/** Reddit's answers and rate limit: counts every call and sends the remaining number in its headers. */
export class SimulatedReddit {
  readonly calls: number[] = [];
  readonly #time: SimulatedTime;

  constructor(time: SimulatedTime) {
    this.#time = time;
  }

  async fetch(address: string): Promise<Response> {
    const { pathname } = new URL(address);
    await this.#time.after(LATENCY_MS / 2);
    if (pathname === "/api/v1/access_token") {
      await this.#time.after(LATENCY_MS / 2);
      return Response.json(TOKEN);
    }
    const headers = this.#count();
    await this.#time.after(LATENCY_MS / 2);
    const { status, body } = answerTo(pathname);
    return Response.json(body, { status, headers });
  }

  #count(): Record<string, string> {
    const { now } = this.#time;
    this.calls.push(now);
    const begin = Math.floor(now / WINDOW_MS) * WINDOW_MS;
    let used = 0;
    for (let at = this.calls.length - 1; (this.calls[at] ?? 0) >= begin && at >= 0; at -= 1) {
      used += 1;
    }
    return {
      "x-ratelimit-remaining": String(Math.max(0, LIMIT - used)),
      "x-ratelimit-reset": String((begin + WINDOW_MS - now) / 1000),
    };
  }

  /** The largest number of calls within any 60 seconds. */
  busiestMinute(since: number): number {
    return busiestSpan(
      this.calls.filter((at) => at >= since),
      WINDOW_MS,
    );
  }
}
