/** Keeps the page's height while its chunk loads, so that the footer does not jump. */
export function PagePlaceholder() {
  return <div className="min-h-dvh" aria-busy="true" />;
}
