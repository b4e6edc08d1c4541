import { KEPT_DAYS } from "#schema/kept.ts";
import { DAY_MS, MINUTE_MS } from "#schema/time.ts";

/** Of what the source answered. */
export const ENTRY_FRESH_MS = 5 * MINUTE_MS;
export const ENTRY_LIFETIME_MS = KEPT_DAYS.redditPosts * DAY_MS;
/** Signed addresses are not handed out in their last minute. */
export const EXPIRY_MARGIN_MS = MINUTE_MS;
/** Of the answer that the source has no such user or post. */
export const MISSING_LIFETIME_MS = MINUTE_MS;
