import { toBase64Url } from "#worker/lib/base64-url.ts";
import type { Clock } from "#worker/lib/clock.ts";

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits, the value of a session cookie. */
export const newToken = (clock: Clock): string => toBase64Url(clock.randomBytes(TOKEN_BYTES));

export const isToken = (text: string): boolean => TOKEN.test(text);

/** SHA-256, stored instead of the token: it cannot be reversed, and its lookup leaks nothing by timing. */
export async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return toBase64Url(new Uint8Array(hash));
}
