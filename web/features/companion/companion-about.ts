import type { QueryClient } from "@tanstack/react-query";
import type { CompanionAnswer } from "#schema/companion.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { askCompanion } from "./ask-companion.ts";

type AboutAnswer = CompanionAnswer<"about">;

/** Like the server's profiles. */
const FRESH_MS = 5 * MINUTE_MS;

const hasProfile = (answer?: AboutAnswer): boolean =>
  answer?.ok === true && answer.body.state === "ok";

/**
 * A creator's profile for listings of every order, at most five minutes old; concurrent callers share one call.
 * Refusals, and answers without a profile, are not reused, unless they came after `since`. What came before it is not
 * reused at all.
 */
export const fetchAbout = (
  client: QueryClient,
  username: string,
  since?: number,
): Promise<AboutAnswer> =>
  client.fetchQuery({
    queryKey: ["companion", "about", username.toLowerCase()],
    // Without the caller's signal: after a quick change of order, the next listing uses the answer.
    queryFn: () => askCompanion({ type: "about", username }),
    staleTime: ({ state }) => {
      if (since !== undefined) return Date.now() - since;
      return hasProfile(state.data) ? FRESH_MS : 0;
    },
  });
