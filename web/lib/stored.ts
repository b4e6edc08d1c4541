/*
 * Browsers with storage switched off throw at the mere mention of it, and a full one at writing. What
 * could not be kept then lasts as long as the page.
 */
type Area = "local" | "session";

const unkept = new Map<string, string | null>();

const areaOf = (area: Area): Storage =>
  area === "local" ? globalThis.localStorage : globalThis.sessionStorage;

export function readStored(area: Area, key: string): string | null {
  const own = unkept.get(`${area} ${key}`);
  if (own !== undefined) return own;
  try {
    return areaOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** null forgets. */
export function keepStored(area: Area, key: string, value: string | null): void {
  try {
    if (value === null) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, value);
    unkept.delete(`${area} ${key}`);
  } catch {
    unkept.set(`${area} ${key}`, value);
  }
}
