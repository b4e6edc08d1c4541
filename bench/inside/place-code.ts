/** What a simulated place gives the Worker's code. */
export interface PlaceParts {
  clock: { now(): number; random(): number; sleep(ms: number): Promise<void> };
  kv: {
    get(key: string): Promise<string | null>;
    put(key: string, text: string, options?: { expirationTtl?: number }): Promise<void>;
  };
  fetch(url: string): Promise<Response>;
  /** The rate-limit binding for cache misses. */
  limit: { limit(options: { key: string }): Promise<{ success: boolean }> };
  /** The calls of all places, and what a question about them waits for; null: without the call budget. */
  budget: { calls: [number, string][]; reach(): Promise<void> } | null;
  /** Characters of a listing that the place remembers. */
  listingLength: number;
}

export interface Place {
  /** The first page of a creator, for a visitor whose address has this prefix. */
  ask(prefix: string, username: string): Promise<{ fetchedAt: number }>;
}

export interface PlaceCode {
  openPlace(parts: PlaceParts): Place;
}
