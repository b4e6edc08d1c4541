/** The environment of the Worker's code at a simulated location. */
export interface PlaceParts {
  clock: { now(): number; random(): number; sleep(ms: number): Promise<void> };
  kv: {
    get(key: string): Promise<string | null>;
    put(key: string, text: string, options?: { expirationTtl?: number }): Promise<void>;
  };
  fetch(url: string): Promise<Response>;
  /** The rate-limit binding for cache misses. */
  limit: { limit(options: { key: string }): Promise<{ success: boolean }> };
  /** The calls of all locations, and the round trip to read them; null: without the call budget. */
  budget: { calls: [number, string][]; reach(): Promise<void> } | null;
  /** Length of a cached listing in characters. */
  listingLength: number;
}

export interface Place {
  /** Searches a creator's first page for a visitor with this address prefix. */
  ask(prefix: string, username: string): Promise<{ fetchedAt: number }>;
}

export interface PlaceCode {
  openPlace(parts: PlaceParts): Place;
}
