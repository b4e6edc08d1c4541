/** Of the isolate's 128 MB. */
const MAX_BYTES = 24_000_000;
/** Estimated cost of an entry in addition to its text. */
const ENTRY_OVERHEAD_BYTES = 400;

interface Held {
  entry: unknown;
  bytes: number;
}

const held = new Map<string, Held>();
let totalBytes = 0;

/** All caches of an isolate share this memory. It evicts the least recently used entries. */
export const isolateMemory = {
  get(key: string): unknown {
    const found = held.get(key);
    if (!found) return undefined;
    held.delete(key);
    held.set(key, found);
    return found.entry;
  },

  /** `length`: the characters in the entry. */
  set(key: string, entry: unknown, length: number): void {
    isolateMemory.delete(key);
    const bytes = 2 * (length + key.length) + ENTRY_OVERHEAD_BYTES;
    if (bytes > MAX_BYTES / 4) return;
    held.set(key, { entry, bytes });
    totalBytes += bytes;
    for (const oldest of held.keys()) {
      if (totalBytes <= MAX_BYTES) break;
      isolateMemory.delete(oldest);
    }
  },

  delete(key: string): void {
    const found = held.get(key);
    if (!found) return;
    held.delete(key);
    totalBytes -= found.bytes;
  },

  /** The state of a new isolate. */
  clear(): void {
    held.clear();
    totalBytes = 0;
  },
};
