import { expect, test, vi } from "vitest";
import { replicationNote } from "./remote.ts";
import { MIGRATIONS, SECRETS, startAccount } from "./testing/account.ts";

/** One call is enough: all of them begin in the same function, whose environment this is about. */
test.each(["debug", "error"])(
  "the account's answers are read also where WRANGLER_LOG is %s",
  async (level) => {
    await startAccount({
      exists: true,
      secrets: SECRETS,
      applied: MIGRATIONS,
      replication: "auto",
    });
    vi.stubEnv("WRANGLER_LOG", level);
    expect(replicationNote("production")).toContain("Read replication is on");
  },
);
