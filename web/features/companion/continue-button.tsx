import { Button } from "#web/ui/button.tsx";

/** Shown in the failure row below the posts. `onMore` loads the next page. */
export const continueButton = (prepare: () => void) => (onMore: () => void) => (
  <Button
    tone="secondary"
    onClick={() => {
      prepare();
      onMore();
    }}
  >
    Go on with our server&apos;s posts
  </Button>
);
