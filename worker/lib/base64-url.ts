export const toBase64Url = (bytes: Uint8Array): string =>
  bytes.toBase64({ alphabet: "base64url", omitPadding: true });

/**
 * Returns null for any text that toBase64Url() does not make. The decoder accepts padding, spaces and other unused bits
 * in the last character, so that a changed signature would be valid.
 */
export function fromBase64Url(value: string): Uint8Array | null {
  try {
    const bytes = Uint8Array.fromBase64(value, { alphabet: "base64url" });
    return toBase64Url(bytes) === value ? bytes : null;
  } catch {
    return null;
  }
}
