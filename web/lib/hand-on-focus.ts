/** A button where there is one, so that the next row can be removed as well. */
const buttonIn = (row: Element | null | undefined) => row?.querySelector<HTMLElement>("button");

export function focusHeading(): void {
  const heading = document.querySelector("h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * A ref for the rows of a list: one that is removed with the focus in it hands it on to the row that takes its place,
 * after the last one to the page's heading. Without it the focus begins at the top of the page again.
 */
export function handOnFocus(row: HTMLElement | null): (() => void) | undefined {
  if (!row) return undefined;
  const page = location.pathname;
  return () => {
    if (!row.contains(document.activeElement)) return;
    const list = row.parentElement;
    const place = list ? [...list.children].indexOf(row) : 0;
    // Once React has removed it.
    queueMicrotask(() => {
      if (document.activeElement !== document.body || location.pathname !== page) return;
      const rows = list?.isConnected ? list.children : [];
      const next = buttonIn(rows[Math.min(place, rows.length - 1)]);
      if (next) next.focus();
      else focusHeading();
    });
  };
}
