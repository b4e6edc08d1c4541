import { keepStored, readStored } from "#web/lib/stored.ts";

const KEY = "recentSearches";
const MOST = 6;

/** The last names looked at, newest first. They stay on this device. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored("local", KEY) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter((name) => typeof name === "string").slice(0, MOST)
      : [];
  } catch {
    return [];
  }
}

export function withRecent(names: readonly string[], name: string): string[] {
  const others = names.filter((other) => other.toLowerCase() !== name.toLowerCase());
  return [name, ...others].slice(0, MOST);
}

const store = (names: readonly string[]): void => keepStored("local", KEY, JSON.stringify(names));

export function rememberSearch(name: string): void {
  store(withRecent(recentSearches(), name));
}

export function clearRecentSearches(): void {
  store([]);
}
