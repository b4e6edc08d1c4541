import { expect, test, vi } from "vitest";
import { fetchRemoteState, replicationNote } from "./remote.ts";
import { MIGRATIONS, SECRETS, startAccount } from "./testing/account.ts";

test.each(["debug", "error"])(
  "secrets, migrations and replication are read also where WRANGLER_LOG is %s",
  async (level) => {
    const applied = MIGRATIONS.slice(0, -1);
    await startAccount({ exists: true, secrets: SECRETS, applied, replication: "auto" });
    vi.stubEnv("WRANGLER_LOG", level);
    const state = fetchRemoteState("production", null);
    expect(state.secrets).toEqual(SECRETS);
    expect(state.pendingMigrations).toEqual(MIGRATIONS.slice(-1));
    expect(replicationNote("production")).toContain("Read replication is on");
  },
);
