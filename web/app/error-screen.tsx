import { useLayoutEffect } from "react";
import { brand } from "#schema/brand.ts";
import { setOverlayTitle } from "#web/lib/page-title.ts";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/state.tsx";
import { isMissingChunk } from "#web/lib/missing-chunk.ts";

function messageOf(error: unknown): string {
  if (isMissingChunk(error)) {
    return "A part of this page could not be loaded. Check your connection and try again.";
  }
  return error instanceof Error && error.message ? error.message : "Unknown error occurred";
}

const TITLE = "Something went wrong";

/**
 * Home is a plain link: this screen may be outside the router, and a full load is safer after a crash. The title is not
 * announced, because screen readers already read the alert.
 */
export function ErrorScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  useLayoutEffect(() => {
    setOverlayTitle(`${TITLE} | ${brand.name}`);
    return () => setOverlayTitle(undefined);
  }, []);
  return (
    <ErrorState
      heading="h1"
      title={TITLE}
      action={
        <>
          <Button onClick={onRetry}>Try Again</Button>
          <a href={paths.home()} className={buttonClass("secondary")}>
            Go Home
          </a>
        </>
      }
    >
      <p>{messageOf(error)}</p>
    </ErrorState>
  );
}
