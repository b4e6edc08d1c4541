import type { QueryClient } from "@tanstack/react-query";
import type { AuthStatusResponse } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";

/**
 * Lists have a target's heart count, but not whether this visitor gave a heart. Entries made from lists are dated 0 to
 * tell them from answers to a status request.
 */
export const SEEDED_AT = 0;

/** After a change of user the counts are still right, the votes are not. */
function forgetVotes(client: QueryClient): void {
  const queryKey = queryKeys.hearts();
  void client.cancelQueries({ queryKey });
  client.setQueriesData<{ voted: boolean }>(
    { queryKey },
    (heart) => heart && { ...heart, voted: false },
    { updatedAt: SEEDED_AT },
  );
  // A mounting button asks for the status of an entry dated 0. Buttons that stay mounted through a change of account do
  // not, hence the invalidation.
  const session = client.getQueryData<AuthStatusResponse>(queryKeys.session());
  if (session?.isAuthenticated) void client.invalidateQueries({ queryKey });
}

let userChanges = 0;

/** Made when a call is sent: whether the user is still the same, so that its answer may be kept. */
export function rememberUser(): () => boolean {
  const at = userChanges;
  return () => at === userChanges;
}

/** The next user of this browser must not see what belongs to the last one. */
export function forgetUserData(client: QueryClient): void {
  userChanges += 1;
  forgetVotes(client);
  client.removeQueries({ queryKey: queryKeys.preferences() });
  client.removeQueries({ queryKey: queryKeys.savedLists() });
  client.removeQueries({ queryKey: queryKeys.following() });
}
