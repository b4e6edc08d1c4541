import type { ReactNode } from "react";
import { StateSection } from "./state-section.tsx";

/**
 * In place of a creator's page that was removed at request; why and by whom is not said. The app adds
 * links as `action`, below everything else, so that nothing moves when it takes over.
 */
export function RemovedSection({ username, action }: { username: string; action?: ReactNode }) {
  return (
    <StateSection heading="h1" icon="eyeOff" title="Removed at request" action={action}>
      <p>Posts by u/{username} are not shown here, because we were asked to remove them.</p>
    </StateSection>
  );
}
