/** Holds the page's height while its code arrives, so that the footer does not jump. */
export function PagePlaceholder() {
  return <div className="min-h-dvh" aria-busy="true" />;
}
