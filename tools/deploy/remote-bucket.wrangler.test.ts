import { expect, test, vi } from "vitest";
import { hasBucket } from "./remote.ts";
import { MIGRATIONS, SECRETS, startAccount } from "./testing/account.ts";

test("a bucket whose name only begins like the bound one does not count, even with forced colours", async () => {
  const buckets = ["unearth-backups-production-old", "unearth-backups-production"];
  await startAccount({ exists: true, secrets: SECRETS, applied: MIGRATIONS, buckets });
  vi.stubEnv("FORCE_COLOR", "1");
  expect(hasBucket("unearth-backups")).toBe(false);
});

test("a token that may not read buckets is not taken for a missing bucket", async () => {
  await startAccount({ exists: true, secrets: SECRETS, applied: MIGRATIONS, hidesBuckets: true });
  expect(() => hasBucket("unearth-backups-production")).toThrow("Looking for the bucket failed");
});
