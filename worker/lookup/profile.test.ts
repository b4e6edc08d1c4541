import { expect, test, vi } from "vitest";
import { DAY_MS } from "#schema/time.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { openMainSource } from "#worker/source/open.ts";
import { testClock } from "#worker/testing/test-app.ts";
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
