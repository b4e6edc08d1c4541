const TYPES: Record<string, string> = {
  jpg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  mp4: "video/mp4",
  m3u8: "application/vnd.apple.mpegurl",
  mpd: "application/dash+xml",
};

export const CORS: Record<string, string> = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "range",
  "access-control-expose-headers": "content-length, content-range, accept-ranges",
};

export function contentType(file: string): string {
  return TYPES[file.slice(file.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}

/** Returns the first and last byte; null for the whole file, false for a range past its end. */
export function parseRange(header: string | null, size: number): [number, number] | null | false {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  if (!match || (!match[1] && !match[2])) return null;
  const last = size - 1;
  if (!match[1]) {
    const suffix = Number(match[2]);
    return suffix === 0 ? false : [Math.max(0, size - suffix), last];
  }
  const from = Number(match[1]);
  const to = match[2] ? Math.min(Number(match[2]), last) : last;
  if (match[2] && Number(match[2]) < from) return null;
  return from > last ? false : [from, to];
}

/** Players request byte ranges, which asset storage does not support. */
export function mediaResponse(request: Request, file: string, bytes: ArrayBuffer): Response {
  const size = bytes.byteLength;
  const headers: Record<string, string> = {
    ...CORS,
    "content-type": contentType(file),
    "accept-ranges": "bytes",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  };
  const range = parseRange(request.headers.get("range"), size);
  const body = (data: ArrayBuffer) => (request.method === "HEAD" ? null : data);
  if (range === false) {
    return new Response(null, {
      status: 416,
      headers: { ...headers, "content-range": `bytes */${size}` },
    });
  }
  if (range === null) {
    return new Response(body(bytes), {
      headers: { ...headers, "content-length": String(size) },
    });
  }
  const [from, to] = range;
  return new Response(body(bytes.slice(from, to + 1)), {
    status: 206,
    headers: {
      ...headers,
      "content-length": String(to - from + 1),
      "content-range": `bytes ${from}-${to}/${size}`,
    },
  });
}
