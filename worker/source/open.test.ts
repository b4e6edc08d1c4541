import { expect, test } from "vitest";
import { atPrimary, derive, type Fetch } from "#worker/deps.ts";
import type { CallBudgetPort } from "#worker/call-budget/port.ts";
import type { AppError } from "#worker/errors.ts";
import { readUser } from "#worker/search/read-user.service.ts";
import { recordingBudget } from "#worker/testing/call-budgets.ts";
import { appOver } from "#worker/testing/search.ts";
import { picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { RequestBudget } from "#worker/visitor-budget/visitor-budget.ts";
import { openMainSource, openSource } from "./open.ts";

/** As of a request: with a visitor. */
function request(prefix: string) {
  const clock = testClock();
  const reddit = standIn({ Opened: { posts: picturePosts(2) } });
  const job = appOver(reddit, { clock, env: { REDDIT_CLIENT_ID: `client-of-${prefix}` } }).deps();
  const visitorBudget = new RequestBudget(
    () => ({ clock, counters: () => [], sender: undefined, prefix, isCacheOnly: false }),
    () => undefined,
  );
  return { clock, reddit, job, deps: derive(job, { visitorBudget }) };
}

/** Opening reads the address of the token call once for the scope. */
function countingScopes<T extends object>(settings: T): { settings: T; count(): number } {
  let reads = 0;
  return {
    settings: new Proxy(settings, {
      get: (target, name, receiver) => {
        if (name === "authUrl") reads += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    }),
    count: () => reads,
  };
}

test("a request that reads a profile and its cached listing opens the source once", async () => {
  const { deps: plain } = request("once");
  const alone = countingScopes(plain.config.reddit);
  const whole = countingScopes(plain.config.reddit);
  const withReddit = (reddit: typeof plain.config.reddit) =>
    derive(plain, { config: { ...plain.config, reddit } });
  openMainSource(withReddit(alone.settings));
  const known = await readUser(withReddit(whole.settings), "Opened");
  expect(known).toMatchObject({ userExists: true, profileState: "ok" });
  expect(alone.count()).toBeGreaterThan(0);
  expect(whole.count()).toBe(alone.count());
});

test("a request has one of each source, and work with other parts has its own", () => {
  const { deps } = request("each");
  const source = openMainSource(deps);
  expect(openSource(deps, "reddit")).toBe(source);
  expect(openSource(deps, "archive")).toBe(openSource(deps, "archive"));
  expect(openSource(deps, "archive")).not.toBe(source);
  expect(openMainSource(atPrimary(deps))).not.toBe(source);
});

test("each call is counted for what its visitor is by then", async () => {
  const { purposes, callBudget } = recordingBudget();
  const deps = derive(request("newcomer").deps, { callBudget });
  const source = openMainSource(deps);
  await source.profile("Opened");
  deps.visitorBudget?.noteHit();
  await source.profile("Opened");
  await source.under({ purpose: "refresh" }).profile("Opened");
  expect(purposes).toEqual(["newcomer", "visitor", "refresh"]);
});

test("the calls of a request share its 12 seconds, those of a job do not", async () => {
  const { clock, deps, job } = request("time");
  expect(await openMainSource(deps).profile("Opened")).toMatchObject({ state: "ok" });
  expect(await openMainSource(job).profile("Opened")).toMatchObject({ state: "ok" });
  clock.advance(12_000);
  await expect(openMainSource(deps).profile("Opened")).rejects.toMatchObject({
    code: "reddit.unavailable",
  });
  expect(await openMainSource(job).profile("Opened")).toMatchObject({ state: "ok" });
});

test("a call is not counted without time for it, nor tried again if waiting to be counted took the time", async () => {
  const { clock, deps } = request("late");
  const { purposes, callBudget } = recordingBudget();
  let waitMs = 0;
  const take: CallBudgetPort["take"] = (scope, caller) => {
    clock.advance(waitMs);
    return callBudget.take(scope, caller);
  };
  const source = openMainSource(derive(deps, { callBudget: { ...callBudget, take } }));
  await source.profile("Opened");
  const callsFor = async () => {
    purposes.length = 0;
    const code = await source.profile("Opened").catch((error: AppError) => error.code);
    return [code, purposes.length];
  };
  waitMs = 12_000;
  expect(await callsFor()).toEqual(["reddit.unavailable", 1]);
  expect(await callsFor()).toEqual(["reddit.unavailable", 0]);
});

test("a call is not tried again, nor counted for it, once its time is over", async () => {
  const { clock, deps } = request("slow");
  const { purposes, callBudget } = recordingBudget();
  const fetch: Fetch = async (address, init) => {
    if (address.includes("access_token")) return deps.fetch(address, init);
    clock.advance(1_000);
    return new Response("", { status: 503 });
  };
  const source = openMainSource(derive(deps, { callBudget, fetch }));
  clock.advance(11_500);
  await expect(source.profile("Opened")).rejects.toMatchObject({ code: "reddit.unavailable" });
  expect(purposes).toHaveLength(1);
});

test.each([
  ["the operator's user agent", "web:operator.test:2 (by /u/somebody)", /^web:operator\.test:2/],
  ["the product and its version", "", /^web:[\w.-]+:\d+\.\d+\.\d+ \(\+https:\/\/[\w.-]+\)$/],
])("the archive is told %s", async (_, REDDIT_USER_AGENT, wanted) => {
  const agents: (string | null)[] = [];
  const fetch: Fetch = async (_url, init) => {
    agents.push(new Headers(init?.headers).get("User-Agent"));
    return Response.json({ data: [] });
  };
  const deps = testApp({ fetch, env: { REDDIT_USER_AGENT } }).deps();
  await openSource(deps, "archive").profile("Opened");
  expect(agents).toEqual([expect.stringMatching(wanted)]);
});
