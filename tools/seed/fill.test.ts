import { afterEach, beforeEach, expect, test } from "vitest";
import { makeLocalState, type LocalState } from "#tools/testing/local-state.ts";
import { seedDatabase } from "./seed.ts";

let local: LocalState;
beforeEach(() => {
  local = makeLocalState();
});
afterEach(() => local.remove());

// By 300 accounts each.
test.each([
  ["two fifths go to users", { users: 5, posts: 10, hearts: 100 }, 40],
  ["users get those of 35 % of the accounts at most", { users: 2, posts: 10, hearts: 1_000 }, 210],
  ["users get what the posts have no room for", { users: 2, posts: 1, hearts: 600 }, 300],
  ["users get all where there is no post", { users: 5, posts: 0, hearts: 100 }, 100],
])("of the hearts %s", async (_, size, forUsers) => {
  await seedDatabase({ size, creators: [], state: local.state });
  const counts = local.withDatabase((database) =>
    ["user", "post"].map(
      (kind) => database.prepare(`select count(*) as hearts from ${kind}_heart`).get()?.["hearts"],
    ),
  );
  expect(counts).toEqual([forUsers, size.hearts - forUsers]);
});
