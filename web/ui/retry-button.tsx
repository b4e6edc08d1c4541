import { focusMain } from "#web/lib/focus-main.ts";
import type { ComponentProps } from "react";
import { Button } from "./button.tsx";

/** Its press replaces it by the loading page, so the focus goes to that page's content. */
export function RetryButton({
  onRetry,
  children = "Try Again",
  ...look
}: Pick<ComponentProps<typeof Button>, "children" | "tone"> & { onRetry: () => unknown }) {
  return (
    <Button
      {...look}
      onClick={() => {
        focusMain();
        void onRetry();
      }}
    >
      {children}
    </Button>
  );
}
