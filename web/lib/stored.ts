type Area = "local" | "session";

/**
 * Reading throws where storage is switched off, writing where it is full. Values that could not be stored
 * last as long as the page.
 */
const unstored = new Map<string, string | null>();

/** By area and key, as in "local theme"; null for a value that was to be removed. */
export const unstoredValues: ReadonlyMap<string, string | null> = unstored;

const areaOf = (area: Area): Storage =>
  area === "local" ? globalThis.localStorage : globalThis.sessionStorage;

export function readStored(area: Area, key: string): string | null {
  const value = unstored.get(`${area} ${key}`);
  if (value !== undefined) return value;
  try {
    return areaOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** null removes the value. */
export function writeStored(area: Area, key: string, value: string | null): void {
  try {
    if (value === null) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, value);
    unstored.delete(`${area} ${key}`);
  } catch {
    unstored.set(`${area} ${key}`, value);
  }
}
