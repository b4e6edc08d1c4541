/** Of the isolate's 128 MB. */
const MOST_BYTES = 24_000_000;
/** What an entry costs beside its text. */
const OVERHEAD = 400;

interface Held {
  entry: unknown;
  bytes: number;
}

const held = new Map<string, Held>();
let total = 0;

/** The isolate's own memory: the least recently used goes first. */
export const memory = {
  get(key: string): unknown {
    const found = held.get(key);
    if (!found) return undefined;
    held.delete(key);
    held.set(key, found);
    return found.entry;
  },

  set(key: string, entry: unknown, length: number): void {
    memory.delete(key);
    const bytes = 2 * (length + key.length) + OVERHEAD;
    if (bytes > MOST_BYTES / 4) return;
    held.set(key, { entry, bytes });
    total += bytes;
    for (const oldest of held.keys()) {
      if (total <= MOST_BYTES) break;
      memory.delete(oldest);
    }
  },

  delete(key: string): void {
    const found = held.get(key);
    if (!found) return;
    held.delete(key);
    total -= found.bytes;
  },

  /** As a new isolate begins. */
  clear(): void {
    held.clear();
    total = 0;
  },
};
