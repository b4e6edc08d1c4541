import type { QueryClient } from "@tanstack/react-query";
import type { BadgesResponse } from "#schema/api/badges.ts";
import { queryKeys } from "#schema/queries.ts";
import { pathOfKey, request } from "#web/api/client.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { announceOnPage } from "#web/lib/announce.ts";
import { badgeError } from "./badge-error.ts";
import { badgesMessages } from "./badges.messages.ts";

/** Imported at the first press of the button. */
export async function refreshBadges(client: QueryClient, username: string): Promise<void> {
  const queryKey = queryKeys.badges(username);
  const path = `${pathOfKey(queryKey)}/refresh`;
  try {
    const { badges } = await request<BadgesResponse>(path, { method: "POST" });
    client.setQueryData(queryKey, badges);
    // Where the badges are the same as before, nothing on the page says that they were refreshed.
    announceOnPage("Badges refreshed");
  } catch (error) {
    const title = badgesMessages.refreshFailed;
    const { message } = badgeError(error, title);
    const description = message === title ? undefined : message;
    showToast({ title, description, tone: "destructive" });
  }
}
