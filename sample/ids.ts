/** Stable ids in Reddit's format, hashed from names. */

/** 32-bit FNV-1a. */
export function hash(text: string, seed = 0x811c9dc5): number {
  let value = seed;
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b3c6d) >>> 0;
}

export function base36(text: string, length: number): string {
  const digits = hash(text).toString(36) + hash(text, 7).toString(36);
  return digits.padStart(length, "0").slice(-length);
}

export const KEY_LENGTH = 8;

/** 13 characters as at Reddit: 8 name the file, 5 the upload. */
export function mediaId(key: string, upload: string): string {
  return key + base36(`${key}/${upload}`, 5);
}

/** A number from `low` to `high`, the same for the same name. */
export function pick(name: string, low: number, high: number): number {
  return low + (hash(name) % (high - low + 1));
}

/** 40 hex digits. Like preview.redd.it, the sample refuses an address with a changed query. */
export function signature(pathAndQuery: string): string {
  let out = "";
  for (let i = 0; i < 5; i++)
    out += hash(pathAndQuery, i + 11)
      .toString(16)
      .padStart(8, "0");
  return out;
}
