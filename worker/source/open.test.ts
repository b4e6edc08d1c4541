import { expect, test } from "vitest";
import { makeVisitor } from "#worker/visitor/visitor.ts";
import { atPrimary, type Deps } from "#worker/deps.ts";
import { readUser } from "#worker/search/search.service.ts";
import { appOver } from "#worker/testing/search.ts";
import { picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { openMainSource, openSource } from "./open.ts";

/** openReddit() reads each setting for the scope and for the copy of all settings. */
const READS_PER_OPENING = 2;

/** As of a request: with a visitor. */
function requestDeps(prefix: string) {
  const deps = appOver(standIn({ Opened: { posts: picturePosts(2) } })).deps();
  let reads = 0;
  const reddit = new Proxy(deps.config.reddit, {
    get: (settings, name, receiver) => {
      if (name === "authUrl") reads += 1;
      return Reflect.get(settings, name, receiver) as unknown;
    },
  });
  deps.visitor = makeVisitor(
    () => ({ clock: deps.clock, counters: () => [], prefix, isCacheOnly: false }),
    () => undefined,
  );
  deps.config = { ...deps.config, reddit };
  return { deps, opened: () => reads / READS_PER_OPENING };
}

test("a request that reads a profile and its listing opens the source once", async () => {
  const { deps, opened } = requestDeps("once");
  expect(await readUser(deps, "Opened")).toMatchObject({ userExists: true, profileState: "ok" });
  expect(opened()).toBe(1);
});

test("work derived from a request shares its source, another request has its own", () => {
  const { deps } = requestDeps("shared");
  const source = openMainSource(deps);
  expect(openMainSource(deps)).toBe(source);
  expect(openMainSource(atPrimary(deps))).toBe(source);
  expect(openSource(deps, "archive")).not.toBe(source);
  expect(openMainSource(requestDeps("shared").deps)).not.toBe(source);
});

test("a newcomer who became known during the request has calls counted as a known visitor", () => {
  const { deps } = requestDeps("newcomer");
  const source = openMainSource(deps);
  deps.visitor?.noteHit();
  const known = openMainSource(deps);
  expect(known).not.toBe(source);
  expect(known).toMatchObject({ scope: source.scope, deadline: source.deadline });
});

test("each call of a job has a deadline of its own", () => {
  const deps: Deps = { ...requestDeps("job").deps, visitor: null };
  const first = openMainSource(deps);
  void deps.clock.sleep(60_000);
  expect(openMainSource(deps).deadline).toBe(first.deadline + 60_000);
});
