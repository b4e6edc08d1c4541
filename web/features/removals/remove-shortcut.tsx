import type { Feedback } from "#schema/api/feedback.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { type RemovalDraft, draftOfRequest } from "./removal-draft.ts";

/**
 * Opens the removals with the form filled in, and removes nothing itself. The values are in the history entry's state:
 * in the address they would put a name into logs, and any link could fill in the form.
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
