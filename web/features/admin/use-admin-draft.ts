import { useEffect, useState } from "react";
import { createFormDraft, type FormDraft } from "#web/lib/form-draft.ts";
import type { FormValues } from "#web/lib/form-values.ts";
import type { AdminSession } from "./use-admin-session.ts";

/** Typed values, kept for the next login after a session has ended, and dropped after a logout. */
export function useAdminDraft(
  { isSignedIn, hasEnded }: AdminSession,
  initial: FormValues = {},
): FormDraft {
  const [draft] = useState(() => createFormDraft(initial));
  useEffect(() => {
    if (!isSignedIn && !hasEnded) draft.clear();
  }, [isSignedIn, hasEnded, draft]);
  return draft;
}
