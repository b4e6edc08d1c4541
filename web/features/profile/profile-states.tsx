import type { SearchResponse } from "#schema/api/posts.ts";
import { ApiError } from "#web/api/api-error.ts";
import { savedAgo } from "#web/lib/time-ago.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icons.tsx";
import { EmptyState, ErrorState } from "#web/ui/state.tsx";

export function InvalidUser() {
  return (
    <EmptyState heading="h1" icon="user" title="Invalid User">
      <p>Please search for a valid Reddit username.</p>
    </EmptyState>
  );
}

export function UserNotFound({ username }: { username: string }) {
  return (
    <EmptyState heading="h1" icon="user" title="User Not Found">
      <p>The user &quot;u/{username}&quot; could not be found on Reddit.</p>
      <p className="mt-2 text-sm">
        It may be misspelt, deleted or hidden by Reddit. Check the name and search again.
      </p>
    </EmptyState>
  );
}

/** spec.md's words, and what the cause itself says where it is known. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const cause = error instanceof ApiError && error.code ? error.sentence : null;
  return (
    <ErrorState
      heading="h1"
      title="Error Loading Content"
      action={<Button onClick={onRetry}>Try Again</Button>}
    >
      {cause && <p className="text-text">{cause}</p>}
      <p className={cause ? "mt-2 text-sm" : ""}>
        There was an error loading the user&apos;s content. Please try again.
      </p>
    </ErrorState>
  );
}

/** Why there is nothing: each reason has its own words. */
export function WhyEmpty({ username, answer }: { username: string; answer: SearchResponse }) {
  if (answer.profileState === "suspended") {
    return (
      <EmptyState icon="warning" title="Account suspended">
        <p>Reddit has suspended u/{username}, so there are no posts to show.</p>
      </EmptyState>
    );
  }
  if (answer.profileState === "hidden") {
    return (
      <EmptyState icon="eyeOff" title="This profile is hidden">
        <p>u/{username} keeps their posts out of sight on Reddit. We respect that.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="image" title="No posts to display">
      <p>u/{username} has not posted any pictures, galleries, GIFs or videos.</p>
    </EmptyState>
  );
}

/** An old copy says that it is one. */
export function StaleNote({ answer }: { answer: SearchResponse }) {
  if (!answer.stale) return null;
  return (
    <output className="mx-auto mt-3 flex w-max max-w-[calc(100%-1.5rem)] items-center gap-2 rounded-card border border-line bg-surface px-4 py-2 text-sm text-quiet">
      <Icon name="clock" size={18} className="shrink-0 text-citrine" />
      Reddit cannot be asked right now. This is a copy from {savedAgo(answer.fetchedAt)}.
    </output>
  );
}
