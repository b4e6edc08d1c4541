/** D1 takes strings and rows of up to 2,000,000 bytes. */
export const MAX_PART_CHARACTERS = 1_500_000;

/** Lines of ASCII, in which a character is a byte, in as few parts as the limit allows. A longer line is a part of its own. */
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
