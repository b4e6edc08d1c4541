import { afterEach, expect, test, vi } from "vitest";
import { replicationNote, uploadVersion } from "./remote.ts";
import { MIGRATIONS, SECRETS, startAccount } from "./testing/account.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("the rollback command is printed after a successful deploy only", () => {
  const printed = vi.spyOn(console, "log");
  expect(() => uploadVersion("production", ["--no-such-option"])).toThrow("Deploying failed");
  expect(printed).not.toHaveBeenCalled();
  uploadVersion("production", ["--help"]);
  expect(printed).toHaveBeenLastCalledWith(
    "To roll back:\n  npx wrangler rollback --env production",
  );
});

test("the deploy reports whether read replication is on, and how to switch it on", async () => {
  const account = { exists: true, secrets: SECRETS, applied: MIGRATIONS };
  await startAccount({ ...account, replication: "auto" });
  expect(replicationNote("production")).toContain("Read replication is on");
  await startAccount({ ...account, replication: "disabled" });
  expect(replicationNote("production")).toMatch(/^Read replication is off: .*docs\/operations\.md/);
  await startAccount(account);
  expect(replicationNote("production")).toMatch(
    /^Whether .* is not known. Where it is off, every read/,
  );
});
