/** The button, so that a keyboard user can remove the next row as well. */
const buttonIn = (row: Element | null | undefined) => row?.querySelector<HTMLElement>("button");

export function focusHeading(): void {
  const heading = document.querySelector("h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * A ref for the rows of a list. When the focused row is removed, the focus moves to the row that takes its place, or to
 * the page's heading if none is left. Otherwise the browser would start again at the top of the page.
 */
export function passFocusToNextRow(row: HTMLElement | null): (() => void) | undefined {
  if (!row) return undefined;
  const page = location.pathname;
  return () => {
    if (!row.contains(document.activeElement)) return;
    const list = row.parentElement;
    const place = list ? [...list.children].indexOf(row) : 0;
    // Runs after React has removed the row.
    queueMicrotask(() => {
      if (document.activeElement !== document.body || location.pathname !== page) return;
      const rows = list?.isConnected ? list.children : [];
      const next = buttonIn(rows[Math.min(place, rows.length - 1)]);
      if (next) next.focus();
      else focusHeading();
    });
  };
}
