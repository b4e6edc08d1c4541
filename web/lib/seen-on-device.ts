import { MINUTE_MS } from "#schema/time.ts";
import { unstoredValues, writeStored } from "./stored.ts";

/** The storage key's prefix before a creator's name; web/features/seen writes the values. */
export const SEEN_PREFIX = "seen:";
/** The time of the last visit to the feed of followed creators; web/features/following writes it. */
export const FEED_VISIT_KEY = "followingSeen";
/** A page opened again within this time belongs to the same visit. */
export const SAME_VISIT_MS = 30 * MINUTE_MS;

/** Returns an empty list if storage is switched off. */
function localKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

const UNSTORED_SEEN = `local ${SEEN_PREFIX}`;

/** The keys of all creators, stored or only kept until the page ends. */
export function seenKeys(): string[] {
  const stored = localKeys().filter((key) => key.startsWith(SEEN_PREFIX));
  const unstored = [...unstoredValues]
    .filter(([name, value]) => value !== null && name.startsWith(UNSTORED_SEEN))
    .map(([name]) => name.slice("local ".length));
  return [...new Set([...stored, ...unstored])];
}

export function forgetSeenOnDevice(): void {
  for (const key of [...seenKeys(), FEED_VISIT_KEY]) writeStored("local", key, null);
}
