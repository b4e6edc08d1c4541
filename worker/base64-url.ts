export const toBase64Url = (bytes: Uint8Array): string =>
  bytes.toBase64({ alphabet: "base64url", omitPadding: true });

/** Returns null for invalid base64url. */
export function fromBase64Url(value: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(value, { alphabet: "base64url" });
  } catch {
    return null;
  }
}
