import type { SimulatedTime } from "./time.ts";

const LATENCY_MS = 400;
const LIMIT = 100;
const WINDOW_MS = 60_000;

/** Reddit's answers and its limit: it counts every call and says in its headers what is left. */
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
      return Response.json({ access_token: "t", token_type: "bearer", expires_in: 86_400 });
    }
    const headers = this.#count();
    await this.#time.after(LATENCY_MS / 2);
    const name = pathname.split("/")[2] ?? "";
    const body = pathname.endsWith("/about") ? about(name) : listing(name);
    return Response.json(body, { headers });
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

  /** The most calls in any minute, wherever it begins. */
  busiestMinute(since: number): number {
    const calls = this.calls.filter((at) => at >= since);
    let most = 0;
    let first = 0;
    for (let last = 0; last < calls.length; last += 1) {
      while ((calls[last] ?? 0) - (calls[first] ?? 0) >= WINDOW_MS) first += 1;
      most = Math.max(most, last - first + 1);
    }
    return most;
  }
}

const about = (name: string) => ({
  kind: "t2",
  data: { name, id: name, link_karma: 500, created_utc: 1_600_000_000 },
});

function listing(author: string) {
  const post = (id: string) => ({
    kind: "t3",
    data: {
      id,
      name: `t3_${id}`,
      title: id,
      author,
      subreddit: "pics",
      permalink: `/r/pics/comments/${id}/x/`,
      url: `https://i.redd.it/${id}.jpg`,
      created_utc: 1_700_000_000,
    },
  });
  return { kind: "Listing", data: { after: null, children: [post("a1"), post("a2")] } };
}
