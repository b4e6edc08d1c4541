/** Reading what somebody else wrote: a field that is missing or of another type is null, never a throw. */
export type Json = Record<string, unknown>;

export const record = (value: unknown): Json | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Numbers arrive as numbers or, now and then, as their text. */
export function number(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || value.trim() === "") return null;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : null;
}

export const whole = (value: unknown): number => {
  const found = number(value);
  if (found === null) return 0;
  const limit = Number.MAX_SAFE_INTEGER;
  return Math.trunc(Math.min(limit, Math.max(-limit, found)));
};

export const flag = (value: unknown): boolean => value === true || value === 1 || value === "true";

/** Keys of `media_metadata` come from outside: only the object's own count. */
export const own = (value: Json | null, key: string): unknown =>
  value && Object.hasOwn(value, key) ? value[key] : undefined;

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** Reddit escapes these three in every string unless it is asked not to. */
export const unescape = (value: string): string =>
  value.includes("&")
    ? value.replace(/&(?:amp|lt|gt);/g, (found) => ENTITIES[found] ?? found)
    : value;
