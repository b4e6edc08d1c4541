import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NsfwSubreddit } from "#schema/api/nsfw-subreddits.ts";
import { failureSentence } from "#web/api/api-error.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import type { FormDraft } from "#web/lib/form-draft.ts";
import { plural } from "#web/lib/format-count.ts";
import { passFocusToNextRow } from "#web/lib/pass-focus-to-next-row.ts";
import { RetryButton } from "#web/ui/retry-button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/state.tsx";
import { AddSubredditForm } from "./add-subreddit-form.tsx";
import { nsfwMessages } from "./nsfw-subreddits.messages.ts";
import { useRemoveSubreddit } from "./nsfw-subreddits.mutations.ts";
import { nsfwSubredditsQuery } from "./nsfw-subreddits.queries.ts";

const GRID = "grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-3";
const COUNT = "mb-3 block text-sm text-quiet";

function SubredditRow({ subreddit }: { subreddit: NsfwSubreddit }) {
  const { id, name, isDefault } = subreddit;
  const remove = useRemoveSubreddit();
  const [isAsking, setAsking] = useState(false);

  function askToRemove() {
    if (isDefault) showToast({ ...nsfwMessages.protected, tone: "destructive" });
    else setAsking(true);
  }

  return (
    <div className="flex min-h-13 items-center gap-2 py-1 max-[18rem]:flex-wrap rounded-card border border-line bg-surface pr-1 pl-4">
      <p className="min-w-0 flex-1 text-sm font-medium max-[18rem]:basis-full">r/{name}</p>
      {isDefault && <Chip>Default</Chip>}
      <IconButton
        icon="trash"
        size={18}
        label={`Remove r/${name}`}
        onClick={askToRemove}
        className={isDefault ? "opacity-40" : undefined}
      />
      {isAsking && (
        <ConfirmDialog
          title={`Remove r/${name}?`}
          confirm="Remove"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(id, { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        >
          <p>Its posts are no longer covered unless Reddit marks them itself.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function SubredditList() {
  const { data, isPending, error, refetch } = useQuery(nsfwSubredditsQuery());
  if (isPending) {
    return (
      <div aria-busy="true">
        <output className={COUNT}>Loading the list</output>
        <div className={GRID}>
          {Array.from({ length: 12 }, (_, at) => (
            <Skeleton key={at} className="h-13" />
          ))}
        </div>
      </div>
    );
  }
  if (!data) {
    return (
      <ErrorState title="The list could not be loaded" action={<RetryButton onRetry={refetch} />}>
        <p>{failureSentence(error, "")}</p>
      </ErrorState>
    );
  }
  if (data.length === 0) {
    return <EmptyState title="The list is empty" />;
  }
  return (
    <>
      <p className={COUNT}>
        {`${plural(data.length, "subreddit")} ${data.length === 1 ? "counts" : "count"} as adult.`}
      </p>
      <ul className={GRID}>
        {data.map((subreddit) => (
          <li key={subreddit.id} ref={passFocusToNextRow}>
            <SubredditRow subreddit={subreddit} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** `draft` keeps a typed name while the login replaces the form. */
export function NsfwSubreddits({ draft }: { draft: FormDraft }) {
  return (
    <div className="flex flex-col gap-6">
      <AddSubredditForm draft={draft} />
      <div>
        <SubredditList />
      </div>
    </div>
  );
}
