import { errorSentence } from "#web/api/api-error.ts";
import { RetryButton } from "#web/ui/retry-button.tsx";
import { ErrorState } from "#web/ui/state.tsx";

/** A general sentence, with the API's own if it sends one. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const cause = errorSentence(error, "");
  return (
    <ErrorState
      heading="h1"
      title="Error Loading Content"
      action={<RetryButton onRetry={onRetry} />}
    >
      {cause && <p className="text-text">{cause}</p>}
      <p className={cause ? "mt-2 text-sm" : ""}>
        There was an error loading the user&apos;s content. Please try again.
      </p>
    </ErrorState>
  );
}
