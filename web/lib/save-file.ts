import { MINUTE_MS } from "#schema/time.ts";

/** Time for a slow phone to read the file before its blob URL is revoked. */
const REVOKE_URL_AFTER_MS = MINUTE_MS;

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_URL_AFTER_MS);
}
