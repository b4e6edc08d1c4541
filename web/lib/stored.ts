/*
 * Browsers with storage switched off throw at the mere mention of it. What is kept then lasts as long
 * as the page.
 */
type Area = "local" | "session";

const fallback = new Map<string, string>();

const areaOf = (area: Area): Storage =>
  area === "local" ? globalThis.localStorage : globalThis.sessionStorage;

export function readStored(area: Area, key: string): string | null {
  try {
    return areaOf(area).getItem(key);
  } catch {
    return fallback.get(`${area} ${key}`) ?? null;
  }
}

export function keepStored(area: Area, key: string, value: string | null): void {
  try {
    if (value === null) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, value);
  } catch {
    if (value === null) fallback.delete(`${area} ${key}`);
    else fallback.set(`${area} ${key}`, value);
  }
}
