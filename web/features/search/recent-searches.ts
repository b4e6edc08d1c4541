const KEY = "recentSearches";
const MOST = 6;

/** The last names looked at, newest first. They stay on this device. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
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

function store(names: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(names));
  } catch {
    // A closed or full storage only costs the convenience.
  }
}

export function rememberSearch(name: string): void {
  store(withRecent(recentSearches(), name));
}

export function clearRecentSearches(): void {
  store([]);
}
