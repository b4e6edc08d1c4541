import { writeStored } from "./stored.ts";

/** Followed by a creator's name; web/features/seen writes the values. */
export const SEEN_PREFIX = "seen:";
/** The last look at the feed of followed creators; web/features/following writes it. */
export const FEED_VISIT_KEY = "followingSeen";
/** A page opened again within this time belongs to the same visit. */
export const SAME_VISIT_MS = 30 * 60_000;

/** None where storage is switched off. */
export function seenKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(SEEN_PREFIX));
  } catch {
    return [];
  }
}

/** Every seen post and visit, of all creators. */
export function forgetSeenOnDevice(): void {
  for (const key of [...seenKeys(), FEED_VISIT_KEY]) writeStored("local", key, null);
}
