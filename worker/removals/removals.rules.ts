import * as z from "zod/mini";
import { emptyAsAbsent, limitField } from "#schema/api/fields.ts";
import {
  REMOVAL_KINDS,
  removalKey,
  type RemovalContactRequest,
  type RemovalKind,
} from "#schema/api/removals.ts";

const DEFAULT_LIMIT = 20;

/** The last removal of a page; the next page begins after it. */
export interface Position {
  createdAt: number;
  id: string;
}

const CURSOR = /^([0-9a-z]{1,9})\.([0-9a-f-]{36})$/;

/** Opaque to the client. Unsigned: every value it can hold is a valid position. */
export const writeCursor = ({ createdAt, id }: Position): string =>
  `${createdAt.toString(36)}.${id}`;

function readCursor(text: string): Position | null {
  const [, time = "", id = ""] = CURSOR.exec(text) ?? [];
  return id === "" ? null : { createdAt: Number.parseInt(time, 36), id };
}

const after = z.pipe(
  z
    .string()
    .check(z.refine((text) => readCursor(text) !== null, { error: "This page does not exist" })),
  z.transform(readCursor),
);

/** A part of a key; of a pasted link, or of a name with u/ or r/, the key it holds. */
function searchedKey(text: string): string {
  const typed = text.trim().toLowerCase();
  if (!typed.includes("/")) return typed;
  const keys = (["post", "user", "subreddit"] as const).map((kind) => removalKey(kind, typed));
  return keys.find((key) => key !== null) ?? typed;
}

export const removalQuery = z.object({
  after: emptyAsAbsent(after),
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

/** Any text: an id that is not stored, whatever its form, is 404. */
export const removalId = z.object({ id: z.string() });

/** Enough to tell the sessions of one password apart. */
export const adminName = (jti: string): string => `admin ${jti.slice(0, 8)}`;

const WHAT: Record<RemovalKind, string> = {
  user: "a person's posts",
  post: "a post",
  subreddit: "a community",
};
const MINOR = "Concerns a minor, or pictures shared without consent.";

/** What the feedback list shows of a visitor's request. The link is whole in the text: a title is short. */
export function feedbackOf({ kind, link, why, minor }: RemovalContactRequest) {
  return {
    title: `Remove ${WHAT[kind]}`,
    description: [...(minor ? [MINOR] : []), link, why].join("\n\n"),
    priority: minor ? ("urgent" as const) : ("high" as const),
    url: /^https?:\/\//i.test(link) && URL.canParse(link) ? link : null,
  };
}
