import { Button } from "./button.tsx";
import { EmptyState } from "./state.tsx";
import type { IconName } from "#view/icon.tsx";

interface NothingListedProps {
  icon: IconName;
  title: string;
  children: string;
  /** Where a filter leaves out what there is. */
  filtered: { text: string; onShowAll: () => void } | null;
  heading?: "h2" | "h3";
}

/** In place of a list that can be filtered: there is nothing, or the filter leaves nothing. */
export function NothingListed({ icon, title, children, filtered, heading }: NothingListedProps) {
  return (
    <EmptyState
      icon={filtered ? "search" : icon}
      heading={heading}
      title={filtered ? "Nothing matches" : title}
      action={
        filtered && (
          <Button tone="secondary" onClick={filtered.onShowAll}>
            Show all
          </Button>
        )
      }
    >
      <p>{filtered ? filtered.text : children}</p>
    </EmptyState>
  );
}
