import { expect, test } from "vitest";
import { openMainSource } from "#worker/source/open.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { appOver } from "#worker/testing/search.ts";
import { picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { batchSpec } from "./load-batch.ts";

test("if our code fails while a later batch reads the profile, the batch has its posts and the fault is logged", async () => {
  const lines = loggedLines();
  const deps = appOver(standIn({ Later: { posts: picturePosts(10) } })).deps();
  const source = openMainSource(deps);
  const fail = () => Promise.reject(new TypeError("of ours"));
  const faulty = { ...source, profile: fail, under: () => faulty };
  const admit = () => Promise.resolve();
  const listing = { source: faulty, username: "Later", sort: "new", admit } as const;
  const { value } = await batchSpec(deps, listing, "t3_p3", null).load(null, false);
  expect(value.head).toMatchObject({ state: "ok", profile: null });
  expect(lines("batch_profile")).toEqual([expect.objectContaining({ errorName: "TypeError" })]);
});
