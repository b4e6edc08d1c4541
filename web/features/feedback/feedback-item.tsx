import { useState } from "react";
import type { Feedback, FeedbackPriority, FeedbackStatus } from "#schema/api/feedback.ts";
import { Chip } from "#web/ui/chip.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Select } from "#web/ui/select.tsx";
import { optionsOf, priorityLabels, statusLabels, typeLabels } from "./feedback-labels.ts";
import { useDeleteFeedback, useUpdateFeedback } from "./feedback.queries.ts";

const STATUSES = optionsOf(statusLabels);
const PRIORITIES = optionsOf(priorityLabels);

const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

function Sender({ feedback }: { feedback: Feedback }) {
  const { email, url, userAgent, createdAt } = feedback;
  return (
    <dl className="grid gap-x-4 gap-y-1 text-xs text-quiet sm:grid-cols-[max-content_1fr]">
      <dt className="font-medium">Received</dt>
      <dd>
        <time dateTime={createdAt}>{when.format(new Date(createdAt))}</time>
      </dd>
      {email && (
        <>
          <dt className="font-medium">From</dt>
          <dd>
            <a href={`mailto:${email}`} className="underline underline-offset-2 hover:text-text">
              {email}
            </a>
          </dd>
        </>
      )}
      {url && (
        <>
          <dt className="font-medium">Page</dt>
          <dd>{url}</dd>
        </>
      )}
      {userAgent && (
        <>
          <dt className="font-medium">Browser</dt>
          <dd>{userAgent}</dd>
        </>
      )}
    </dl>
  );
}

/** What a stranger wrote is shown as text, addresses too. */
export function FeedbackItem({ feedback }: { feedback: Feedback }) {
  const { id, type, title, description, status, priority } = feedback;
  const update = useUpdateFeedback();
  const remove = useDeleteFeedback();
  const [isAsking, setAsking] = useState(false);
  return (
    <article
      aria-label={title}
      className="grid gap-4 rounded-card border border-line bg-surface p-4 sm:p-5 lg:grid-cols-[1fr_auto]"
    >
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <Chip tone={type === "bug" ? "nsfw" : "plain"}>{typeLabels[type]}</Chip>
          <h2 className="min-w-0 font-semibold">{title}</h2>
        </div>
        <p className="text-sm whitespace-pre-wrap">{description}</p>
        <Sender feedback={feedback} />
      </div>
      <div className="flex items-end gap-2 lg:w-80 lg:items-start">
        <Select
          label={`Status of ${title}`}
          hideLabel
          className="min-w-0 flex-1"
          options={STATUSES}
          value={status}
          disabled={update.isPending}
          onChange={(event) => update.mutate({ id, status: event.target.value as FeedbackStatus })}
        />
        <Select
          label={`Priority of ${title}`}
          hideLabel
          className="min-w-0 flex-1"
          options={PRIORITIES}
          value={priority}
          disabled={update.isPending}
          onChange={(event) =>
            update.mutate({ id, priority: event.target.value as FeedbackPriority })
          }
        />
        <IconButton icon="trash" label={`Delete ${title}`} onClick={() => setAsking(true)} />
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Delete this feedback?"
          confirm="Delete"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(id, { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        >
          <p>“{title}” is gone for good then.</p>
        </ConfirmDialog>
      )}
    </article>
  );
}
