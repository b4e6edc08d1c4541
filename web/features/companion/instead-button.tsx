import { Button } from "#web/ui/button.tsx";

/** For the row below the posts, which loads the next ones with `onMore`. */
export const insteadButton = (prepare: () => void) => (onMore: () => void) => (
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
