import { useSyncExternalStore } from "react";
import { ADMIN_TOKEN } from "#web/api/client.ts";
import { keepStored, readStored } from "#web/lib/stored.ts";

const listeners = new Set<() => void>();

export function adminToken(): string | null {
  return readStored("local", ADMIN_TOKEN);
}

export function keepAdminToken(token: string | null): void {
  keepStored("local", ADMIN_TOKEN, token);
  for (const listener of listeners) listener();
}

/** The storage event comes from other tabs: logging out in one closes the panel in all. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

export function useAdminToken(): string | null {
  return useSyncExternalStore(subscribe, adminToken);
}
