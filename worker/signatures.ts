import { fromBase64Url, toBase64Url } from "./lib/base64-url.ts";
import type { Deps } from "./deps.ts";

const KV_KEY = "cursor:key";
const KEY_BYTES = 32;

const keys = new Map<string, CryptoKey>();
let ownSecret: string | null = null;

/**
 * A deployment without secrets makes a random secret and shares it through KV. If KV fails, the isolate uses its own
 * and does not write it, because that could replace the shared one.
 */
async function secretFromKv(deps: Pick<Deps, "kv" | "clock" | "waitUntil">): Promise<string> {
  if (ownSecret) return ownSecret;
  const kept = await deps.kv.get(KV_KEY).catch(() => undefined);
  // Another request of this isolate may have made a secret during the read, and signed with it.
  if (ownSecret) return ownSecret;
  const secret = kept ?? toBase64Url(deps.clock.randomBytes(KEY_BYTES));
  if (kept === null) deps.waitUntil(deps.kv.put(KV_KEY, secret).catch(() => undefined));
  ownSecret = secret;
  return secret;
}

/** A different HMAC key per purpose: a signature for one purpose is invalid for all others. */
async function signingKey(deps: Deps, purpose: string): Promise<CryptoKey> {
  const { admin, reddit } = deps.config;
  const secret = admin?.jwtSecret || reddit.clientSecret || (await secretFromKv(deps));
  const text = `unearth ${purpose} v1 ${secret}`;
  const known = keys.get(text);
  if (known) return known;
  const material = new TextEncoder().encode(text);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", material, algorithm, false, ["sign", "verify"]);
  keys.set(text, key);
  return key;
}

/** Returns the signature as base64url. */
export async function signText(deps: Deps, purpose: string, text: string): Promise<string> {
  const key = await signingKey(deps, purpose);
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text));
  return toBase64Url(new Uint8Array(mac));
}

/** Whether `mac` is what signText() returns. */
export async function isSignedText(
  deps: Deps,
  purpose: string,
  text: string,
  mac: string,
): Promise<boolean> {
  const key = await signingKey(deps, purpose);
  const bytes = fromBase64Url(mac) ?? new Uint8Array();
  return crypto.subtle.verify("HMAC", key, bytes, new TextEncoder().encode(text));
}
