/** No SVG: opened from the disk, it would run its scripts. */
const EXTENSIONS: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
  "video/mp4": "mp4",
  "video/webm": "webm",
  "video/quicktime": "mov",
};

const KNOWN = new Set(Object.values(EXTENSIONS));

/** By the type, else by the file's address: some hosts send every file as application/octet-stream. */
export function extensionOf(type: string, url: string, fallback: string): string {
  const byType = EXTENSIONS[type.split(";")[0]?.trim().toLowerCase() ?? ""];
  const byUrl = /\.(\w+)(?:[?#]|$)/.exec(url)?.[1]?.toLowerCase() ?? "";
  return byType ?? (KNOWN.has(byUrl) ? byUrl : fallback);
}
