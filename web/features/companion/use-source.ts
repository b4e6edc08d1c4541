import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queryKeys } from "#schema/queries.ts";
import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { writeStored } from "#web/lib/stored.ts";
import { askCompanion } from "./ask-companion.ts";
import { fetchAbout } from "./companion-about.ts";
import { CHOICE_KEY, companionState, hasChosenServer } from "./companion-state.ts";
import type { ListingAnswer } from "./listing-answer.ts";
import { refusalSentence } from "./refusal-sentence.ts";

const store = createStore(() => (hasChosenServer() ? null : companionState()), {
  connect: (notify) => {
    document.addEventListener(COMPANION_ATTRIBUTE, notify);
    return () => document.removeEventListener(COMPANION_ATTRIBUTE, notify);
  },
});

/** Fetches the listing again from its beginning. Until the answer, and after a failure, all its pages stay. */
export async function refetchListing(client: QueryClient): Promise<void> {
  // Only the search of the open page is active.
  const filter = { queryKey: queryKeys.searches(), type: "active" } as const;
  await client.cancelQueries(filter);
  for (const query of client.getQueryCache().findAll(filter)) {
    const firstPage: typeof query.options & { pages: number } = { ...query.options, pages: 1 };
    // Joins a fetch of the first page, not one of the next page, which a restored position may have begun meanwhile.
    const cancelRefetch = query.state.fetchMeta?.fetchMore !== undefined;
    // The note above the posts shows the failure.
    query.fetch(firstPage, { cancelRefetch }).catch(() => undefined);
  }
}

/** Fetches nothing: what is shown beside an offer is the server's answer already. */
export function declineOffer(): void {
  writeStored("local", CHOICE_KEY, "server");
  store.notify();
}

export function chooseServer(client: QueryClient): void {
  declineOffer();
  void refetchListing(client);
}

/** The hello is answered while the question is open: only a companion that was updated or removed is gone. */
async function askConsent(client: QueryClient, username: string): Promise<void> {
  // The listing that follows a yes uses this profile.
  void fetchAbout(client, username);
  const answer = await askCompanion({ type: "hello" });
  if (answer.ok || answer.reason !== "gone") return;
  const description = refusalSentence(answer);
  showToast({ title: "Your Reddit could not be used", description, tone: "destructive" });
}

/** Called in a press: a companion that is off asks for consent only then. */
export function chooseOwnReddit(client: QueryClient, username: string): void {
  writeStored("local", CHOICE_KEY, null);
  if (companionState() === "off") void askConsent(client, username);
  else void refetchListing(client);
  store.notify();
}

/**
 * "on": listings come from the companion. "off": it can be offered. null: none is installed, or the visitor chose the
 * server. A page whose posts are from the other source is fetched again, but not one that a companion sent before it
 * was removed.
 */
export function useSource({ source, refused }: ListingAnswer): string | null {
  const client = useQueryClient();
  const state = useStore(store);
  const isOwn = source === "companion";
  const isOther = isOwn ? state === "off" || hasChosenServer() : state === "on" && !refused;
  useEffect(() => {
    if (isOther) void refetchListing(client);
  }, [isOther, client]);
  return state;
}

/**
 * After a failed search: whether a companion can be offered. Once the visitor consents, the listing is fetched again.
 */
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
