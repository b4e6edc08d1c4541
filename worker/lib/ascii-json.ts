const BEYOND_ASCII = /[\u0080-\uffff]/;
const EACH_BEYOND_ASCII = /[\u0080-\uffff]/g;

/**
 * JSON in pure ASCII, for texts that are cached and sent many times: one emoji makes V8 store a string with two bytes
 * per character, which is several times slower to send. It parses to the same value.
 */
export function asciiJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!BEYOND_ASCII.test(text)) return text;
  return text.replace(
    EACH_BEYOND_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
