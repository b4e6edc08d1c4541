import { DAY_MS, KEPT_DAYS } from "#schema/kept.ts";

/** Of what the source answered. */
export const ENTRY_FRESH_MS = 5 * 60_000;
export const ENTRY_LIFETIME_MS = KEPT_DAYS.redditPosts * DAY_MS;
/** Of the answer that the source has no such user or post. */
export const MISSING_LIFETIME_MS = 60_000;
