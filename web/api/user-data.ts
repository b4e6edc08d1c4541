import type { QueryClient } from "@tanstack/react-query";
import type { AuthStatusResponse } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";

/**
 * Lists know how many hearts a target has, not whether this visitor gave one. Such a seed is dated 0,
 * which tells it from an answer to a status request.
 */
export const SEEDED_AT = 0;

/** After a change of user the counts hold and the votes do not. */
function forgetVotes(client: QueryClient): void {
  const queryKey = queryKeys.hearts();
  void client.cancelQueries({ queryKey });
  client.setQueriesData<{ voted: boolean }>(
    { queryKey },
    (heart) => heart && { ...heart, voted: false },
    { updatedAt: SEEDED_AT },
  );
  // A seed is asked about when its button mounts. After a change from one account to another the buttons stay.
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
