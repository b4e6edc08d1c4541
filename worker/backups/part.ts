import { PART_BYTES } from "./backups.rules.ts";

export interface Part {
  rows: number;
  body: ArrayBuffer;
  sha256: string;
}

/** Compresses lines of JSON as they are added, so that only compressed bytes stay in memory. */
export function openPart() {
  const gzip = new CompressionStream("gzip");
  const writer = gzip.writable.getWriter();
  const body = new Response(gzip.readable).arrayBuffer();
  const encoder = new TextEncoder();
  const written = { rows: 0, bytes: 0 };
  return {
    written,
    isFull: () => written.bytes >= PART_BYTES,
    async add(rows: unknown[][]): Promise<void> {
      const lines = encoder.encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      written.rows += rows.length;
      written.bytes += lines.length;
      await writer.write(lines);
    },
    async close(): Promise<Part> {
      await writer.close();
      const bytes = await body;
      const sha256 = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
      return { rows: written.rows, body: bytes, sha256 };
    },
  };
}
