import type { Feedback } from "#schema/api/feedback.ts";
import { MINOR_SENTENCE, REMOVAL_KINDS, type RemovalKind } from "#schema/api/removals.ts";
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
 * Reads a request as the Worker stores it: the link is the first paragraph, or the second after MINOR_SENTENCE. It is
 * filled in unchanged, for the admin to read. What follows is the visitor's reason, of which a word can look like a name
 * or an id.
 */
export function draftOfRequest({ title, description }: Feedback): RemovalDraft {
  const [first = "", second = ""] = description.split("\n\n");
  const key = first === MINOR_SENTENCE ? second : first;
  return { removal: { kind: kindOf(title), key } };
}
