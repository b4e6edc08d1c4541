const EXTENSIONS: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/svg+xml": "svg",
  "video/mp4": "mp4",
  "video/webm": "webm",
  "video/quicktime": "mov",
};

export function extensionOf(type: string, fallback: string): string {
  return EXTENSIONS[type.split(";")[0]?.trim().toLowerCase() ?? ""] ?? fallback;
}
