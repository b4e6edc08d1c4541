import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/state.tsx";

/** It may stand outside the router, so home is a plain link: a full load is what is wanted here. */
export function ErrorScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const message =
    error instanceof Error && error.message ? error.message : "Unknown error occurred";
  return (
    <ErrorState
      heading="h1"
      title="Something went wrong"
      action={
        <>
          <Button onClick={onRetry}>Try Again</Button>
          <a href={paths.home()} className={buttonClass("secondary")}>
            Go Home
          </a>
        </>
      }
    >
      <p>{message}</p>
    </ErrorState>
  );
}
