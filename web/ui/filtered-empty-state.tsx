import type { IconName } from "#view/icon.tsx";
import { focusMain } from "#web/lib/focus-main.ts";
import { Button } from "./button.tsx";
import { EmptyState } from "./state.tsx";

interface FilteredEmptyStateProps {
  icon: IconName;
  title: string;
  text: string;
  /** The text while a filter hides every entry. */
  filteredText: string;
  /** Null without a filter. */
  onShowAll: (() => void) | null;
  heading?: "h2" | "h3";
}

export function FilteredEmptyState(props: FilteredEmptyStateProps) {
  const { icon, title, text, filteredText, onShowAll, heading } = props;
  return (
    <EmptyState
      icon={onShowAll ? "search" : icon}
      heading={heading}
      title={onShowAll ? "Nothing matches" : title}
      action={
        onShowAll && (
          <Button
            tone="secondary"
            onClick={() => {
              focusMain();
              onShowAll();
            }}
          >
            Show all
          </Button>
        )
      }
    >
      <p>{onShowAll ? filteredText : text}</p>
    </EmptyState>
  );
}
