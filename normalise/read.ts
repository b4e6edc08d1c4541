import { isObject } from "#schema/is-object.ts";

/** Foreign JSON. No function here throws: another type is read as null, an empty list, 0 or false. */
export type Json = Record<string, unknown>;

export const record = (value: unknown): Json | null => (isObject(value) ? value : null);

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** JSON can contain lone surrogates, which have no UTF-8 encoding: a page with one in a title would not decode. */
export const text = (value: unknown): string | null =>
  typeof value === "string" ? value.toWellFormed() : null;

/** Accepts numbers as text too. */
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

/** Returns null for a missing or other value. */
export function optionalFlag(value: unknown): boolean | null {
  if (flag(value)) return true;
  return value === false || value === 0 || value === "false" ? false : null;
}

/** At most `length` code units, without a lone surrogate at the end. */
export const cut = (value: string, length: number): string =>
  value.length > length ? value.slice(0, length).toWellFormed() : value;

/** For foreign keys: must not find `constructor` and other inherited properties. */
export const own = (value: Json | null, key: string): unknown =>
  value && Object.hasOwn(value, key) ? value[key] : undefined;

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** Without raw_json=1 Reddit escapes these three characters in every string. */
export const unescape = (value: string): string =>
  value.includes("&")
    ? value.replace(/&(?:amp|lt|gt);/g, (found) => ENTITIES[found] ?? found)
    : value;
