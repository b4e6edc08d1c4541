/** Long enough for a slow phone to have taken it. */
const KEPT_MS = 60_000;

/** Gives the visitor a file that the page has made or fetched. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
