import { type PagedQuery, useNextPage } from "#web/lib/use-next-page.ts";
import { Button } from "./button.tsx";

export interface ShowMoreProps {
  query: PagedQuery;
  className?: string;
}

/** The last page removes the button. Its focus moves to the last row of the nearest list. */
function passFocusToLastRow(button: HTMLElement | null): (() => void) | undefined {
  let box = button?.parentElement;
  while (box && !box.querySelector("ul")) box = box.parentElement;
  return () => {
    if (!box || document.activeElement !== button) return;
    // After React has removed the button. Without scrolling, because the new rows are above.
    queueMicrotask(() => {
      const row = box.querySelector("ul")?.lastElementChild;
      if (!(row instanceof HTMLElement) || !row.isConnected) return;
      row.tabIndex = -1;
      row.focus({ preventScroll: true });
    });
  };
}

/** Uses `aria-disabled` while loading: a `disabled` button would lose the focus. */
export function ShowMore({ query, className }: ShowMoreProps) {
  const { isLoading, onMore } = useNextPage(query, "rows");
  if (!query.hasNextPage) return null;
  return (
    <Button
      ref={passFocusToLastRow}
      tone="secondary"
      className={className}
      aria-disabled={isLoading}
      onClick={() => !isLoading && onMore()}
    >
      {isLoading ? "Loading..." : "Show more"}
    </Button>
  );
}
