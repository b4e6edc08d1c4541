/** D1 refuses strings and rows above 2,000,000 bytes. */
export const MAX_PART_CHARACTERS = 1_500_000;

/** Takes ASCII lines, one byte per character. A line above the limit is a part by itself. */
export function inParts(lines: readonly string[]): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const line of lines) {
    if (line.length > room) {
      parts.push([]);
      room = MAX_PART_CHARACTERS;
    }
    parts.at(-1)?.push(line);
    room -= line.length + 1;
  }
  return parts;
}
