import { ADMIN_TOKEN } from "#web/api/client.ts";
import { onPageRestored } from "#web/lib/on-page-restored.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { writeStored, readStored } from "#web/lib/stored.ts";

/**
 * `storage` events come from other tabs: a logout in one tab closes the panel in all. A page in the back/forward cache
 * misses them.
 */
function followOtherTabs(notify: () => void): () => void {
  addEventListener("storage", notify);
  const stopWatching = onPageRestored(notify);
  return () => {
    removeEventListener("storage", notify);
    stopWatching();
  };
}

const adminToken = createStore(() => readStored("local", ADMIN_TOKEN), {
  connect: followOtherTabs,
});

export function storeAdminToken(token: string | null): void {
  writeStored("local", ADMIN_TOKEN, token);
  adminToken.notify();
}

export const useAdminToken = (): string | null => useStore(adminToken);
