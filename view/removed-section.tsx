import type { ReactNode } from "react";
import { StateSection } from "./state-section.tsx";

/**
 * Shown instead of the page of a creator who was removed at request; the reason and the requester are not named.
 * `action` is the last child, so that nothing moves when the app adds its links.
 */
export function RemovedSection({ username, action }: { username: string; action?: ReactNode }) {
  return (
    <StateSection heading="h1" icon="eyeOff" title="Removed at request" action={action}>
      <p>Posts by u/{username} are not shown here, because we were asked to remove them.</p>
    </StateSection>
  );
}
