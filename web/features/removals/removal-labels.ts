import type { Removal, RemovalKind, RemovalReason } from "#schema/api/removals.ts";
import { optionsOf } from "#web/lib/options-of.ts";

export const kindLabels: Record<RemovalKind, string> = {
  user: "Creator",
  post: "Post",
  subreddit: "Community",
};

export const reasonLabels: Record<RemovalReason, string> = {
  person: "The person asked",
  copyright: "Copyright",
  illegal: "Illegal",
  other: "Other",
};

export const KIND_OPTIONS = optionsOf(kindLabels);
export const REASON_OPTIONS = optionsOf(reasonLabels);
export const KIND_FILTERS = optionsOf<RemovalKind>({
  user: "Creators",
  post: "Posts",
  subreddit: "Communities",
});

const PREFIXES: Record<RemovalKind, string> = { user: "u/", post: "", subreddit: "r/" };

/** "u/name", "t3_…" or "r/name". */
export const nameOfRemoval = ({ kind, key }: Pick<Removal, "kind" | "key">): string =>
  PREFIXES[kind] + key;
