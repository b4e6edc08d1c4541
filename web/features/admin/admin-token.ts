import { ADMIN_TOKEN } from "#web/api/client.ts";
import { followOtherTabs } from "#web/lib/follow-other-tabs.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { writeStored, readStored } from "#web/lib/stored.ts";

/** An ended session leaves this in place of its token, a logout nothing, so that every tab can tell them apart. */
const ENDED = "";

/** A logout in one tab closes the panel in all. */
const adminToken = createStore(() => readStored("local", ADMIN_TOKEN), {
  connect: followOtherTabs,
});

export function storeAdminToken(token: string | null): void {
  writeStored("local", ADMIN_TOKEN, token);
  adminToken.notify();
}

/** Does nothing after a logout: a refused call that was sent after it must not look like an ended session. */
export function endAdminToken(): void {
  if (adminToken.read()) storeAdminToken(ENDED);
}

/** `token` is null for a signed-out admin. */
export function useAdminToken(): { token: string | null; hasEnded: boolean } {
  const stored = useStore(adminToken);
  return { token: stored || null, hasEnded: stored === ENDED };
}
