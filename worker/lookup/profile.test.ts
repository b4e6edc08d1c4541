import { expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import type { Caller } from "#worker/call-budget/port.ts";
import { derive } from "#worker/deps.ts";
import { GRANTED } from "#worker/testing/call-budgets.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { openMainSource } from "#worker/source/open.ts";
import { testClock } from "#worker/testing/test-app.ts";
import { RequestBudget } from "#worker/visitor-budget/visitor-budget.ts";
import { freshProfile, readProfile } from "./profile.ts";

interface Line {
  event: string;
}

test("a profile outlives its listing by days, so that the next listing costs one call", async () => {
  const clock = testClock();
  const reddit = standIn({ Lasting: { posts: picturePosts(2) } });
  const app = appOver(reddit, { clock });
  await search(app, { username: "Lasting" });
  clock.advance(2 * DAY_MS);
  reddit.instead = (url) =>
    url.pathname.endsWith("/about") ? new Response("busy", { status: 500 }) : null;
  expect(await search(app, { username: "Lasting" })).toMatchObject({
    stale: false,
    userInfo: { id: "t2_lasting1" },
  });
});

test("a deleted account is not found, even with a cached profile", async () => {
  const clock = testClock();
  const reddit = standIn({ Leaving: { posts: picturePosts(2) } });
  const app = appOver(reddit, { clock });
  await search(app, { username: "Leaving" });
  clock.advance(2 * DAY_MS);
  delete reddit.creators["Leaving"];
  expect(await search(app, { username: "Leaving" })).toMatchObject({
    userExists: false,
    profileState: "not_found",
  });
});

test("if our code fails while renewing a profile, the cached one is returned and the fault is logged", async () => {
  const clock = testClock();
  const deps = appOver(standIn({ Faulty: { posts: [] } }), { clock }).deps();
  const source = openMainSource(deps);
  const cached = await readProfile(deps, source, "Faulty");
  clock.advance(DAY_MS);
  const fail = () => Promise.reject(new TypeError("of ours"));
  const faulty = { ...source, profile: fail, under: () => faulty };
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await freshProfile(deps, faulty, "Faulty")).toEqual(cached);
  const events = logged.mock.calls.map(([line]) => (JSON.parse(String(line)) as Line).event);
  logged.mockRestore();
  expect(events).toContain("profile_refresh");
});

test("while calls are short a profile waits longer for its refresh than a listing, a call of the refreshes' share", async () => {
  const clock = { ...testClock(), random: () => 0.5 };
  const sender = "a network";
  const callers: Caller[] = [];
  let pressure = 0;
  const take = async (_: string, caller: Caller) => (callers.push(caller), GRANTED);
  const callBudget = { take, peek: async () => ({ ...GRANTED, pressure }) };
  const app = appOver(standIn({ Paced: { posts: [] } }), { clock });
  const settings = { clock, counters: () => [], sender, prefix: "paced", isCacheOnly: false };
  const read = async () => {
    const visitorBudget = new RequestBudget(
      () => settings,
      () => undefined,
    );
    const deps = derive(app.deps(), { callBudget, visitorBudget });
    await readProfile(deps, openMainSource(deps), "Paced");
    return callers.splice(0);
  };
  expect(await read()).toEqual([{ purpose: "newcomer", sender }]);
  // A listing is refreshed under this pressure once it is six hours old.
  pressure = 0.65;
  clock.advance(7 * HOUR_MS);
  expect(await read()).toEqual([]);
  pressure = 0;
  clock.advance(MINUTE_MS);
  expect(await read()).toEqual([{ purpose: "refresh", sender }]);
});
