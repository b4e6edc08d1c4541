import type { IconName } from "#view/icon.tsx";
import { Button } from "./button.tsx";
import { EmptyState } from "./state.tsx";

interface NothingListedProps {
  icon: IconName;
  title: string;
  text: string;
  /** Said instead where a filter leaves out what there is. */
  filteredText: string;
  /** Null where nothing is filtered. */
  onShowAll: (() => void) | null;
  heading?: "h2" | "h3";
}

/** In place of a list that can be filtered: there is nothing, or the filter leaves nothing. */
export function NothingListed(props: NothingListedProps) {
  const { icon, title, text, filteredText, onShowAll, heading = "h2" } = props;
  return (
    <EmptyState
      icon={onShowAll ? "search" : icon}
      heading={heading}
      title={onShowAll ? "Nothing matches" : title}
      action={
        onShowAll && (
          <Button tone="secondary" onClick={onShowAll}>
            Show all
          </Button>
        )
      }
    >
      <p>{onShowAll ? filteredText : text}</p>
    </EmptyState>
  );
}
