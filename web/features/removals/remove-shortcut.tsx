import type { Feedback } from "#schema/api/feedback.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { type RemovalDraft, draftOfRequest } from "./removal-draft.ts";

/**
 * Opens the removals with the form filled in, and removes nothing itself. The values travel in the history
 * entry's state: an address would carry a name into logs, and anyone could write one.
 */
export function RemoveShortcut({ feedback }: { feedback: Feedback }) {
  const state: RemovalDraft = draftOfRequest(feedback);
  return (
    <Link to={paths["admin-removals"]()} state={state} className={buttonClass("secondary")}>
      Remove this…
      <span className="sr-only"> ({state.removal.key})</span>
    </Link>
  );
}
