import type { Feedback } from "#schema/api/feedback.ts";
import { REMOVAL_KINDS, type RemovalKind, removalKey } from "#schema/api/removals.ts";
import { isObject } from "#schema/is-object.ts";

/** The form's initial values, in the state of a history entry. */
export interface RemovalDraft {
  removal: { kind: RemovalKind; key: string };
}

/** Validated, because an older version of the app may have written the history entry. */
export function draftIn(state: unknown): RemovalDraft["removal"] | null {
  const removal = isObject(state) ? state["removal"] : null;
  if (!isObject(removal)) return null;
  const kind = REMOVAL_KINDS.find((one) => one === removal["kind"]);
  return kind && typeof removal["key"] === "string" ? { kind, key: removal["key"] } : null;
}

function kindOf(title: string): RemovalKind {
  if (title.endsWith("community")) return "subreddit";
  return title.endsWith("post") ? "post" : "user";
}

/**
 * Reads a request as the Worker stores it: its title ends with the kind; the link is its address, or one of the first
 * two paragraphs. A link that names nothing is filled in unchanged, for the admin to read.
 */
export function draftOfRequest({ title, description, url }: Feedback): RemovalDraft {
  const kind = kindOf(title);
  const paragraphs = description.split("\n\n").slice(0, 2);
  const named = [url ?? "", ...paragraphs].find((text) => removalKey(kind, text) !== null);
  return { removal: { kind, key: named ?? url ?? paragraphs[0] ?? "" } };
}
