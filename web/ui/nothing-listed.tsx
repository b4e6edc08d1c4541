import type { IconName } from "#view/icon.tsx";
import { Button } from "./button.tsx";
import { EmptyState } from "./state.tsx";

interface NothingListedProps {
  icon: IconName;
  title: string;
  text: string;
  /** The sentence while a filter hides every entry. */
  filteredText: string;
  /** Null where nothing is filtered. */
  onShowAll: (() => void) | null;
  heading?: "h2" | "h3";
}

/** The empty state of a list with filters. */
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
