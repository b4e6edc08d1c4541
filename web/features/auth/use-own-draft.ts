import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FormDraft } from "#web/lib/form-draft.ts";
import { sessionQuery } from "./session.queries.ts";

/**
 * Empties a draft that another member of this browser typed. Words of a member whose session has ended stay for their
 * next login.
 */
export function useOwnDraft(draft: FormDraft): void {
  const client = useQueryClient();
  useState(() => {
    const session = client.getQueryData(sessionQuery().queryKey);
    if (session && !session.hasEnded) draft.claim(session.user?.id ?? null);
  });
}
