import { parseJson } from "#schema/parse-json.ts";
import { writeStored, readStored } from "#web/lib/stored.ts";

const STORAGE_KEY = "recentSearches";
const MAX_RECENT_SEARCHES = 6;

/** Newest first; stored on this device only. */
export function recentSearches(): string[] {
  const stored = parseJson(readStored("local", STORAGE_KEY) ?? "");
  return Array.isArray(stored)
    ? stored.filter((name) => typeof name === "string").slice(0, MAX_RECENT_SEARCHES)
    : [];
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
