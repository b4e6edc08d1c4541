import { focusMain } from "#web/lib/focus-main.ts";
import { Button } from "./button.tsx";

/** Its press replaces it by the loading page, so the focus goes to that page's content. */
export function RetryButton({ onRetry }: { onRetry: () => unknown }) {
  return (
    <Button
      onClick={() => {
        focusMain();
        void onRetry();
      }}
    >
      Try Again
    </Button>
  );
}
