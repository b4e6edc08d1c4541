import { expect, test, vi } from "vitest";
import { picturePosts } from "#worker/testing/stand-in.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { openMainSource } from "#worker/source/open.ts";
import type { PostSource } from "#worker/source/port.ts";
import { askForPosts, askForUser } from "./check-source.ts";

/** Deps whose main source, the archive, differs in these members. */
function depsWith(members: Partial<PostSource>) {
  const deps = testApp({ env: { POST_SOURCE: "archive" } }).deps();
  deps.sources.archive = { ...openMainSource(deps), ...members };
  return deps;
}

/** The events that `work` logs as errors, with its result. */
async function withErrors<T>(work: () => Promise<T>) {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const result = await work();
  const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string });
  logged.mockRestore();
  return { result, events: lines.map(({ event }) => event) };
}

test("one post that our code cannot read leaves the others of its call checked, and is logged", async () => {
  const raw = picturePosts(3);
  const [bad = "", ...good] = raw.map(({ id }) => String(id));
  const deps = depsWith({
    posts: async () => raw,
    mediaUrl: (url) => {
      if (url.includes(String(raw[0]?.["url"]))) throw new TypeError("of ours");
      return url;
    },
  });
  const { result, events } = await withErrors(() => askForPosts(deps, [bad, ...good]));
  expect(good.map((id) => result.get(id)?.state)).toEqual(["there", "there"]);
  expect(result.get(bad)).toMatchObject({ state: "unknown", failure: { code: "internal.error" } });
  expect(events).toEqual(["check_source"]);
});

test("a fault of ours is no failure of the source, and is logged", async () => {
  const deps = depsWith({ profile: () => Promise.reject(new TypeError("of ours")) });
  const { result, events } = await withErrors(() => askForUser(deps, "Faulty"));
  expect(result).toMatchObject({ state: "unknown", failure: { code: "internal.error" } });
  expect(events).toEqual(["check_source"]);
});

test("what the archive does not know may exist at Reddit: it is unknown, not deleted", async () => {
  const deps = depsWith({ posts: async () => [], profile: async () => ({ state: "missing" }) });
  const unknown = { state: "unknown", failure: null };
  expect(await askForUser(deps, "Somebody")).toEqual(unknown);
  expect(await askForPosts(deps, ["t3_zzz"])).toEqual(new Map([["t3_zzz", unknown]]));
});
