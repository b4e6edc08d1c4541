import { useQueryClient, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryKeys } from "#schema/queries.ts";
import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { writeStored } from "#web/lib/stored.ts";
import { askCompanion } from "./ask.ts";
import { CHOICE_KEY, companionState, hasChosenServer } from "./companion-state.ts";
import type { ListingAnswer } from "./listing-answer.ts";

const store = createStore(() => (hasChosenServer() ? null : companionState()), {
  connect: (notify) => {
    document.addEventListener(COMPANION_ATTRIBUTE, notify);
    return () => document.removeEventListener(COMPANION_ATTRIBUTE, notify);
  },
});

const notify = () => document.dispatchEvent(new Event(COMPANION_ATTRIBUTE));

/** All searches: only the one on the page is active. */
const SEARCHES = queryKeys.search("", "new").slice(0, -1);

/** Asks for the listing again from its beginning; what is shown stays until the answer is there. */
function refetchListing(client: QueryClient): void {
  client.setQueriesData<InfiniteData<ListingAnswer>>(
    { queryKey: SEARCHES, type: "active" },
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
  void client.refetchQueries({ queryKey: SEARCHES, type: "active" });
}

export function chooseServer(): void {
  writeStored("local", CHOICE_KEY, "server");
  notify();
}

/** Called by a press: only then does a companion that is off ask the visitor. */
export function chooseOwnReddit(client: QueryClient, username: string): void {
  writeStored("local", CHOICE_KEY, null);
  if (companionState() === "off") void askCompanion({ type: "about", username });
  else refetchListing(client);
  notify();
}

/**
 * "on": the companion is asked. "off": it can be offered. null: there is none, or the visitor wants the server. A page
 * that came with posts of another source asks again.
 */
export function useSource({ source, refused }: ListingAnswer): string | null {
  const client = useQueryClient();
  const state = useStore(store);
  const isOther = (state === "on") !== (source === "companion") && !refused;
  useEffect(() => {
    if (isOther) refetchListing(client);
  }, [isOther, client]);
  return state;
}
