import { writeStored } from "./stored.ts";

/** The storage key's prefix before a creator's name; web/features/seen writes the values. */
export const SEEN_PREFIX = "seen:";
/** The time of the last visit to the feed of followed creators; web/features/following writes it. */
export const FEED_VISIT_KEY = "followingSeen";
/** A page opened again within this time belongs to the same visit. */
export const SAME_VISIT_MS = 30 * 60_000;

/** Returns an empty list if storage is switched off. */
export function seenKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(SEEN_PREFIX));
  } catch {
    return [];
  }
}

export function forgetSeenOnDevice(): void {
  for (const key of [...seenKeys(), FEED_VISIT_KEY]) writeStored("local", key, null);
}
