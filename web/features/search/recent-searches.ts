import { writeStored, readStored } from "#web/lib/stored.ts";

const STORAGE_KEY = "recentSearches";
const MAX_RECENT_SEARCHES = 6;

/** Newest first; stored on this device only. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored("local", STORAGE_KEY) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter((name) => typeof name === "string").slice(0, MAX_RECENT_SEARCHES)
      : [];
  } catch {
    return [];
  }
}

export function withRecent(names: readonly string[], name: string): string[] {
  const others = names.filter((other) => other.toLowerCase() !== name.toLowerCase());
  return [name, ...others].slice(0, MAX_RECENT_SEARCHES);
}

const store = (names: readonly string[]): void =>
  writeStored("local", STORAGE_KEY, JSON.stringify(names));

export function rememberSearch(name: string): void {
  store(withRecent(recentSearches(), name));
}

export function clearRecentSearches(): void {
  store([]);
}
