import { ADMIN_TOKEN } from "#web/api/client.ts";
import { followOtherTabs } from "#web/lib/follow-other-tabs.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { writeStored, readStored } from "#web/lib/stored.ts";

/** A logout in one tab closes the panel in all. */
const adminToken = createStore(() => readStored("local", ADMIN_TOKEN), {
  connect: followOtherTabs,
});

export function storeAdminToken(token: string | null): void {
  writeStored("local", ADMIN_TOKEN, token);
  adminToken.notify();
}

export const useAdminToken = (): string | null => useStore(adminToken);
