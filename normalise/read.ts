/** Reading foreign JSON: a field that is missing or of another type is null, never a throw. */
export type Json = Record<string, unknown>;

export const record = (value: unknown): Json | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** JSON can hold half of a surrogate pair, which has no UTF-8: a page with it in a title would not decode. */
export const text = (value: unknown): string | null =>
  typeof value === "string" ? value.toWellFormed() : null;

/** Numbers arrive as numbers or as text. */
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

/** null where the field is missing or is neither. */
export function optionalFlag(value: unknown): boolean | null {
  if (flag(value)) return true;
  return value === false || value === 0 || value === "false" ? false : null;
}

/** At most `length` code units, without half of a surrogate pair at the end. */
export const cut = (value: string, length: number): string =>
  value.length > length ? value.slice(0, length).toWellFormed() : value;

/** Keys of `media_metadata` are foreign: `constructor` and its like must not be found. */
export const own = (value: Json | null, key: string): unknown =>
  value && Object.hasOwn(value, key) ? value[key] : undefined;

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** Without raw_json=1 Reddit escapes these three characters in every string. */
export const unescape = (value: string): string =>
  value.includes("&")
    ? value.replace(/&(?:amp|lt|gt);/g, (found) => ENTITIES[found] ?? found)
    : value;
