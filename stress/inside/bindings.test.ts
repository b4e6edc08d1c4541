import { describe, expect, test } from "vitest";
import { sampleWorld } from "#sample/world.ts";
import { LIMIT_NAMES, type Env } from "#worker/env.ts";
import { adminApp, adminHeaders } from "#worker/testing/admin.ts";
import { cookieOf, signUp } from "#worker/testing/accounts.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import { storedUser } from "#worker/testing/targets.ts";
import { testClock, type TestApp, type TestClock } from "#worker/testing/test-app.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { expectErrorBody } from "./expect-answer.ts";
import {
  breakableD1,
  breakableFetcher,
  breakableKv,
  breakableLimit,
  D1_BREAKAGES,
  KV_BREAKAGES,
  type Breakage,
  type Part,
} from "./broken-bindings.ts";
import { CALLS, isPage, MEMBER, perform, type Call, type Keys } from "./api-calls.ts";
import { isStressRun } from "./seeded.ts";
import { ANSWER_MS, FORGOTTEN_MS } from "./world.ts";

/** After this time no cache entry is fresh, so calls reach the fault. */
const STALE_MS = 6 * 60_000;
/** A silent binding costs seconds per case, so only npm run stress includes it. */
const isTested = ({ message }: Breakage) => message !== null || isStressRun;

interface Stage {
  app: TestApp;
  clock: TestClock;
  keys: Keys;
  fault: { isOn: boolean };
}

type Breaker = (isOn: () => boolean) => Partial<Env>;

let stages = 0;

async function stage(breaker: Breaker): Promise<Stage> {
  const fault = { isOn: false };
  const clock = testClock(Date.now());
  const app = adminApp({
    clock,
    sample: sampleWorld,
    env: { POST_SOURCE: "sample", ...breaker(() => fault.isOn) },
  });
  if (stages === 0) {
    await signUp(app, MEMBER.username);
    await storedUser("t2_gem", "gemhunter");
  }
  stages += 1;
  const cookie = cookieOf(await app.send("POST", "/api/auth/login", MEMBER));
  const changer = await signUp(app, `fire_changer_${stages}`);
  const leaver = await signUp(app, `fire_leaver_${stages}`);
  const found = await app.send("POST", "/api/reddit/search", { username: "gemhunter", limit: 1 });
  const { posts } = await found.json<SearchResponse>();
  return {
    app,
    clock,
    keys: {
      signedOut: {},
      member: { cookie },
      changer: { cookie: changer.cookie },
      leaver: { cookie: leaver.cookie },
      admin: await adminHeaders(app),
      post: posts[0]?.id ?? "",
    },
    fault,
  };
}

let rounds = 0;

/** Sends all calls at once. */
async function performAll({ app, keys }: Stage): Promise<Map<Call, Response>> {
  rounds += 1;
  const answers = await Promise.all(
    CALLS.map(async (call): Promise<[Call, Response]> => {
      const { result, waitedMs } = await waited(() => perform(app, call, keys, rounds));
      expect(waitedMs, `${call.name} waited too long`).toBeLessThan(ANSWER_MS);
      return [call, result];
    }),
  );
  return new Map(answers);
}

const statuses = (answers: Map<Call, Response>) =>
  Object.fromEntries([...answers].map(([call, { status }]) => [call.name, status]));

/** Calls before, during and after the fault, which must leave no trace. */
async function underFault(
  breaker: Breaker,
  judge: (call: Call, answer: Response, wellStatus: number) => Promise<void>,
): Promise<void> {
  const set = await stage(breaker);
  const well = statuses(await performAll(set));
  expect(Object.entries(well).filter(([, status]) => status >= 400)).toEqual([]);
  set.clock.advance(STALE_MS);
  set.fault.isOn = true;
  const faulty = await performAll(set);
  set.fault.isOn = false;
  for (const [call, answer] of faulty) await judge(call, answer, well[call.name] ?? 0);
  set.clock.advance(FORGOTTEN_MS);
  expect(statuses(await performAll(set)), "after the fault").toEqual(well);
}

async function expectBusy(call: Call, answer: Response): Promise<void> {
  expect(answer.status, call.name).toBe(503);
  expect(Number(answer.headers.get("Retry-After")), call.name).toBeGreaterThan(0);
  expect(answer.headers.get("Cache-Control"), call.name).toMatch(/no-store/);
  if (!isPage(call)) expectErrorBody(answer, await answer.text());
}

/** The same status or a 503: never a 500, never a 401, which would sign the visitor out. */
async function sameOrBusy(call: Call, answer: Response, wellStatus: number): Promise<void> {
  if (answer.status !== wellStatus) await expectBusy(call, answer);
}

async function sameStatus(call: Call, answer: Response, wellStatus: number): Promise<void> {
  expect(answer.status, call.name).toBe(wellStatus);
}

const PARTS: Part[] = ["reads", "writes", "both"];

/** npm run stress runs every combination, npm test each breakage and each part once. */
const cases = (breakages: Breakage[]) =>
  breakages
    .filter(isTested)
    .flatMap((breakage, row) => PARTS.map((part, column) => ({ part, breakage, row, column })))
    .filter(({ row, column }) => isStressRun || row % PARTS.length === column);

describe.each(cases(D1_BREAKAGES))("with D1 $breakage.name ($part)", ({ part, breakage }) => {
  test("calls that need D1 get 503, other calls their usual status, and all recover", async () => {
    expect.hasAssertions();
    await underFault(
      (isOn) => ({ DB: breakableD1(part, breakage, isOn) }),
      async (call, answer, wellStatus) => {
        const mustGoOn = call.withoutD1 === "same";
        await (mustGoOn ? sameStatus : sameOrBusy)(call, answer, wellStatus);
      },
    );
  });
});

describe.each(cases(KV_BREAKAGES))("with KV $breakage.name ($part)", ({ part, breakage }) => {
  test("every call has its usual status", async () => {
    expect.hasAssertions();
    await underFault((isOn) => ({ KV: breakableKv(part, breakage, isOn) }), sameStatus);
  });
});

describe.each(KV_BREAKAGES.filter(isTested))("with the static files $name", (breakage) => {
  test("pages get 503, calls of the API their usual status", async () => {
    expect.hasAssertions();
    await underFault(
      (isOn) => ({ ASSETS: breakableFetcher(breakage, isOn) }),
      (call, answer, wellStatus) =>
        isPage(call) ? expectBusy(call, answer) : sameStatus(call, answer, wellStatus),
    );
  });
});

describe.each(KV_BREAKAGES.filter(isTested))("with the rate limiter $name", (breakage) => {
  test("calls are allowed: the lockout of an account is in the database", async () => {
    expect.hasAssertions();
    await underFault((isOn) => {
      const limit = breakableLimit(breakage, isOn);
      return {
        RATE_LIMITS: "on",
        ...Object.fromEntries(LIMIT_NAMES.map((name) => [name, limit])),
      };
    }, sameStatus);
  });
});
