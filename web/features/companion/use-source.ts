import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
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

/** Asks for the listing again from its beginning; all pages stay until the answer is there, and if there is none. */
export async function refetchListing(client: QueryClient): Promise<void> {
  // Only the search on the page is active.
  const filter = { queryKey: queryKeys.searches(), type: "active" } as const;
  await client.cancelQueries(filter);
  for (const query of client.getQueryCache().findAll(filter)) {
    const firstPage: typeof query.options & { pages: number } = { ...query.options, pages: 1 };
    // The note above the posts shows a failure.
    query.fetch(firstPage).catch(() => undefined);
  }
}

export function chooseServer(client: QueryClient): void {
  writeStored("local", CHOICE_KEY, "server");
  void refetchListing(client);
  notify();
}

/** Called by a press: only then does a companion that is off ask the visitor. */
export function chooseOwnReddit(client: QueryClient, username: string): void {
  writeStored("local", CHOICE_KEY, null);
  if (companionState() === "off") void askCompanion({ type: "about", username });
  else void refetchListing(client);
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
    if (isOther) void refetchListing(client);
  }, [isOther, client]);
  return state;
}

/** Where the server's source failed: whether a companion can be offered. The page asks it once the visitor lets it. */
export function useOffer(): boolean {
  const client = useQueryClient();
  const state = useStore(store);
  const [first] = useState(state);
  const isLet = state === "on" && first !== "on";
  useEffect(() => {
    if (isLet) void refetchListing(client);
  }, [isLet, client]);
  return state === "off";
}
