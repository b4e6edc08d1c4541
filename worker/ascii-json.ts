const BEYOND_ASCII = /[\u0080-\uffff]/;
const EACH_BEYOND_ASCII = /[\u0080-\uffff]/g;

/**
 * JSON text in ASCII alone, for texts that are kept and sent many times. One emoji makes a string two bytes per
 * character in memory and several times slower to send; escaped, it parses to the same value.
 */
export function asciiJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!BEYOND_ASCII.test(text)) return text;
  return text.replace(
    EACH_BEYOND_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
