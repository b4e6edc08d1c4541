import type { Clock } from "#worker/clock.ts";

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** 256 random bits for a cookie. */
export const newToken = (clock: Clock): string => base64Url(clock.randomBytes(TOKEN_BYTES));

export const isToken = (text: string): boolean => TOKEN.test(text);

/** What is kept instead of the text: it cannot be turned back, and looking it up tells nothing by time. */
export async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return base64Url(new Uint8Array(hash));
}
