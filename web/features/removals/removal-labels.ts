import {
  REMOVAL_KINDS,
  REMOVAL_REASONS,
  type Removal,
  type RemovalKind,
  type RemovalReason,
} from "#schema/api/removals.ts";

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

export const KIND_OPTIONS = REMOVAL_KINDS.map((value) => ({ value, label: kindLabels[value] }));
const manyLabels: Record<RemovalKind, string> = {
  user: "Creators",
  post: "Posts",
  subreddit: "Communities",
};

export const KIND_FILTERS = REMOVAL_KINDS.map((value) => ({ value, label: manyLabels[value] }));
export const REASON_OPTIONS = REMOVAL_REASONS.map((value) => ({
  value,
  label: reasonLabels[value],
}));

const PREFIXES: Record<RemovalKind, string> = { user: "u/", post: "", subreddit: "r/" };

/** "u/name", "t3_…" or "r/name". */
export const nameOfRemoval = ({ kind, key }: Pick<Removal, "kind" | "key">): string =>
  PREFIXES[kind] + key;
