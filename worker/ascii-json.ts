const BEYOND_ASCII = /[\u0080-\uffff]/;
const EACH_BEYOND_ASCII = /[\u0080-\uffff]/g;

/**
 * JSON text in ASCII alone. One emoji makes a whole text twice as wide in memory and several times
 * slower to send; escaped it reads the same to whoever parses it. For texts that are kept and served
 * many times.
 */
export function asciiJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!BEYOND_ASCII.test(text)) return text;
  return text.replace(
    EACH_BEYOND_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
