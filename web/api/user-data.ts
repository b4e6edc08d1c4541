import type { QueryClient } from "@tanstack/react-query";
import type { AuthStatusResponse } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";

/**
 * The date of cache entries made from lists. A list has heart counts, but not this visitor's votes: the date
 * distinguishes such an entry from an answer to a status request.
 */
export const SEEDED_AT = 0;

/** Keeps the counts, which are the same for every user. */
function forgetVotes(client: QueryClient): void {
  const queryKey = queryKeys.hearts();
  void client.cancelQueries({ queryKey });
  client.setQueriesData<{ voted: boolean }>(
    { queryKey },
    (heart) => heart && { ...heart, voted: false },
    { updatedAt: SEEDED_AT },
  );
  // A button requests the status of an entry dated 0 only when it mounts. The invalidation makes mounted buttons do so
  // too.
  const session = client.getQueryData<AuthStatusResponse>(queryKeys.session());
  if (session?.isAuthenticated) void client.invalidateQueries({ queryKey });
}

let userChanges = 0;

/** Called when a request is sent. The returned function tells whether the user is still the same. */
export function rememberUser(): () => boolean {
  const at = userChanges;
  return () => at === userChanges;
}

/** Removes the last member's data, so that the next visitor at this browser does not see it. */
export function forgetUserData(client: QueryClient): void {
  userChanges += 1;
  forgetVotes(client);
  client.removeQueries({ queryKey: queryKeys.preferences() });
  client.removeQueries({ queryKey: queryKeys.savedLists() });
  client.removeQueries({ queryKey: queryKeys.following() });
}
