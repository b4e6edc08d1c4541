import { useLayoutEffect } from "react";
import { failureSentence } from "#web/api/api-error.ts";
import { focusMain } from "#web/lib/focus-main.ts";
import { RetryButton } from "#web/ui/retry-button.tsx";
import { ErrorState } from "#web/ui/state.tsx";

interface LoadErrorProps {
  error: unknown;
  onRetry: () => void;
  /** False if the failed sort is New itself. */
  onNew: (() => void) | false;
}

/** A general sentence, with the API's own if it sends one. */
export function LoadError({ error, onRetry, onNew }: LoadErrorProps) {
  const cause = failureSentence(error, "");
  // A sort that fails removes the filter bar, which had the focus.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) focusMain();
  }, []);
  return (
    <ErrorState
      heading="h1"
      title="Error Loading Content"
      action={
        <>
          <RetryButton onRetry={onRetry} />
          {onNew && (
            <RetryButton tone="secondary" onRetry={onNew}>
              Back to New
            </RetryButton>
          )}
        </>
      }
    >
      {cause && <p className="text-text">{cause}</p>}
      <p className="not-first:mt-2 not-first:text-sm">
        There was an error loading the user&apos;s content. Please try again.
      </p>
    </ErrorState>
  );
}
