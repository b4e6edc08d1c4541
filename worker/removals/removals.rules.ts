import * as z from "zod/mini";
import { emptyAsAbsent, limitField } from "#schema/api/fields.ts";
import {
  MINOR_SENTENCE,
  REMOVAL_KINDS,
  removalKey,
  type RemovalContactRequest,
  type RemovalKind,
} from "#schema/api/removals.ts";
import { cursorField, readTimeCursor } from "#worker/lib/time-cursor.ts";

const DEFAULT_LIMIT = 20;

/** A pasted link, or a name with u/ or r/, becomes its key; any other text is a part of a key. */
function searchedKey(text: string): string {
  const typed = text.trim().toLowerCase();
  if (!typed.includes("/")) return typed;
  const keys = (["post", "user", "subreddit"] as const).map((kind) => removalKey(kind, typed));
  return keys.find((key) => key !== null) ?? typed;
}

export const removalQuery = z.object({
  after: emptyAsAbsent(cursorField(readTimeCursor)),
  kind: emptyAsAbsent(z.enum(REMOVAL_KINDS, { error: "Unknown kind" })),
  q: emptyAsAbsent(
    z.pipe(
      z.string().check(z.maxLength(2000, { error: "At most 2,000 characters" })),
      z.transform(searchedKey),
    ),
  ),
  limit: limitField(DEFAULT_LIMIT),
});
export type RemovalQuery = z.output<typeof removalQuery>;

/** Long enough to distinguish sessions. */
export const adminName = (jti: string): string => `admin ${jti.slice(0, 8)}`;

const WHAT: Record<RemovalKind, string> = {
  user: "a person's posts",
  post: "a post",
  subreddit: "a community",
};

/** The request as a feedback entry. The link as typed is in the description; `url` is for links that are addresses. */
export function feedbackOf({ kind, link, why, minor }: RemovalContactRequest) {
  return {
    title: `Remove ${WHAT[kind]}`,
    description: [...(minor ? [MINOR_SENTENCE] : []), link, why].join("\n\n"),
    priority: minor ? ("urgent" as const) : ("high" as const),
    url: /^https?:\/\//i.test(link) && URL.canParse(link) ? link : null,
  };
}
