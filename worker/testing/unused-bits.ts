const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * The same bytes in another spelling: the last base64url character of 32 bytes has two unused bits, which are 0 as
 * toBase64Url() writes them.
 */
export const withUnusedBits = (signed: string): string =>
  `${signed.slice(0, -1)}${ALPHABET[ALPHABET.indexOf(signed.slice(-1)) + 1]}`;
