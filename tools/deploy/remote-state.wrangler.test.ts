import { expect, test } from "vitest";
import { fetchRemoteState } from "./remote.ts";
import { MIGRATIONS, SECRETS, startAccount } from "./testing/account.ts";

test("secrets and applied migrations are read from the account", async () => {
  const applied = [...MIGRATIONS, "9998_later.sql", "9999_last.sql"];
  await startAccount({ exists: true, secrets: SECRETS, applied });
  expect(fetchRemoteState("production", null)).toEqual({
    secrets: SECRETS,
    hasBucket: false,
    pendingMigrations: [],
    newerMigrations: ["9998_later.sql", "9999_last.sql"],
  });
});

test("before the first deploy no secret is set and every migration is pending; a bucket may exist, among more than wrangler lists", async () => {
  const others = Array.from({ length: 20 }, (_, index) => `media-${index}`);
  const buckets = [...others, "unearth-backups-production"];
  await startAccount({ exists: false, secrets: [], applied: [], buckets });
  const state = fetchRemoteState("production", "unearth-backups-production");
  expect(state.secrets).toEqual([]);
  expect(state.pendingMigrations).toEqual(MIGRATIONS);
  expect(state.newerMigrations).toEqual([]);
  expect(state.hasBucket).toBe(true);
});
