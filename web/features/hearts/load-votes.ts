import type { QueryClient } from "@tanstack/react-query";
import { showToast } from "#web/features/toasts/toast-store.ts";
import type { Heart, HeartTarget } from "./heart-cache.ts";

const load = () => import("./hearts.mutations.ts");

/** Loads the code when a vote is likely, so that a press does not wait for it. */
export const preloadVotes = (): void => void load().catch(() => undefined);

/** A press before the code is loaded sends its vote once it is. */
export async function toggleHeart(
  client: QueryClient,
  target: HeartTarget,
  shown: Heart,
): Promise<void> {
  const mutations = await load().catch(() => null);
  if (mutations) return mutations.sendToggle(client, target, shown);
  showToast({
    // No vote was sent, and a signed-out visitor has none.
    title: "Hearts could not be loaded",
    description: "Check your connection, then reload the page.",
    tone: "destructive",
  });
}
