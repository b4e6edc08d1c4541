import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import type { FormDraft } from "#web/lib/form-draft.ts";
import { useStore } from "#web/lib/store.ts";
import { sessionQuery } from "./session.queries.ts";

/**
 * Empties a draft that another member of this browser typed, also when another tab changes the account. Words of a
 * member whose session has ended stay for their next login. Returns a key for the form: its inputs keep their own
 * values.
 */
export function useOwnDraft(draft: FormDraft): number {
  // The page requests the session: a form does not repeat a failed request.
  const { data: session } = useQuery({ ...sessionQuery(), enabled: false });
  const account = session && !session.hasEnded ? (session.user?.id ?? null) : undefined;
  useLayoutEffect(() => {
    if (account !== undefined) draft.claim(account);
  }, [draft, account]);
  return useStore(draft.timesEmptied);
}
