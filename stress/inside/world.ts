import { expect } from "vitest";
import { SAMPLE_CLIENT } from "#sample/token.ts";
import type { ErrorCode } from "#schema/api/errors.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import { RETRY_SECONDS, SLOW_FAULTS, type Fault } from "#stress/stand-in/faults.ts";
import { Upstream, type Endpoint } from "#stress/stand-in/upstream.ts";
import { systemClock } from "#worker/lib/clock.ts";
import type { Env } from "#worker/env.ts";
import { testApp, type TestApp, type TestClock } from "#worker/testing/test-app.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { expectErrorBody } from "./expect-answer.ts";
import { isStressRun } from "./seeded.ts";

/** Above the deadline of 12.3 seconds. */
export const ANSWER_MS = 13_000;
/** Failures are cached for ten seconds at most. */
export const FORGOTTEN_MS = 11_000;
export const CREATOR = "gemhunter";

/** Slow faults cost a whole timeout per case, so only npm run stress includes them. */
export const isTested = (fault: Fault) => isStressRun || !SLOW_FAULTS.includes(fault);

/** Real time, which upstream timeouts use, plus an offset. */
function shiftedClock(): TestClock {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  return { ...systemClock, now, advance: (ms) => void (ahead += ms) };
}

export interface World {
  app: TestApp;
  clock: TestClock;
  upstream: Upstream;
}

let worlds = 0;

/** Each app has its own upstream addresses, which are part of every cache key, so cases share no entries. */
export function newWorld(source: "reddit" | "archive", env: Partial<Env> = {}): World {
  worlds += 1;
  const base = `https://world-${worlds}.invalid`;
  const upstream = new Upstream();
  const clock = shiftedClock();
  const app = testApp({
    clock,
    fetch: (url, init) => upstream.answer(new Request(url, init)),
    env: {
      POST_SOURCE: source,
      REDDIT_CLIENT_ID: SAMPLE_CLIENT.id,
      REDDIT_CLIENT_SECRET: SAMPLE_CLIENT.secret,
      REDDIT_USER_AGENT: "web:stress:1.0 (by /u/stress)",
      REDDIT_AUTH_URL: base,
      REDDIT_API_URL: base,
      ARCHIVE_API_URL: base,
      REDGIFS_API_URL: base,
      ...env,
    },
  });
  return { app, clock, upstream };
}

export const search = ({ app }: World) =>
  app.send("POST", "/api/reddit/search", { username: CREATOR, limit: 12 });
/** The stable id of a sample post. */
let knownPost: Promise<string> | undefined;
export const postId = () =>
  (knownPost ??= search(newWorld("reddit")).then(
    async (answer) => (await answer.json<SearchResponse>()).posts[0]?.id ?? "",
  ));
export async function answeredInTime(ask: () => Promise<Response>): Promise<Response> {
  const { result, waitedMs } = await waited(ask);
  expect(waitedMs).toBeLessThan(ANSWER_MS);
  return result;
}

/** If the machine stalls for seconds, a timeout fires before an answer that has arrived, so such tests are retried. */
export const STALLS = { retry: 2 };

export type Noun = "reddit" | "archive" | "redgifs";

function codeFor(fault: Fault, noun: Noun): ErrorCode {
  if (fault === "429" || fault === "429-retry") return `${noun}.rate_limited`;
  return fault === "html-403" && noun === "reddit" ? "reddit.blocked" : `${noun}.unavailable`;
}

export async function expectFault(answer: Response, fault: Fault, noun: Noun): Promise<void> {
  const text = await answer.text();
  expect(expectErrorBody(answer, text), text).toBe(codeFor(fault, noun));
  const seconds = Number(answer.headers.get("Retry-After"));
  expect(fault !== "429-retry" || seconds <= RETRY_SECONDS, `Retry-After: ${seconds}`).toBe(true);
}

export async function expectBack(
  world: World,
  ask: (world: World) => Promise<Response>,
  forgottenMs = FORGOTTEN_MS,
): Promise<void> {
  world.upstream.faults.clear();
  world.clock.advance(forgottenMs);
  const answer = await ask(world);
  expect(answer.status, await answer.clone().text()).toBe(200);
  expect(await answer.json()).toMatchObject({ success: true });
}

export interface Case {
  source: "reddit" | "archive";
  endpoint: Endpoint;
  noun: Noun;
  what: string;
  ask: (world: World) => Promise<Response>;
}
