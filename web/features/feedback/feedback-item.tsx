import { type ReactNode, useState } from "react";
import type { Feedback, FeedbackType, FeedbackUpdate } from "#schema/api/feedback.ts";
import { formatDateTime } from "#web/lib/format-date-time.ts";
import { optionsOf } from "#web/lib/options-of.ts";
import { Chip, type ChipTone } from "#web/ui/chip.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Select } from "#web/ui/select.tsx";
import { priorityLabels, statusLabels, typeLabels } from "./feedback-labels.ts";
import { useDeleteFeedback, useUpdateFeedback } from "./feedback.mutations.ts";

const CHOICES = {
  status: { label: "Status", options: optionsOf(statusLabels) },
  priority: { label: "Priority", options: optionsOf(priorityLabels) },
};

const TYPE_TONES: Partial<Record<FeedbackType, ChipTone>> = { bug: "nsfw", removal: "citrine" };

/** The part before the @ can contain `?`, `&` and `%`: unescaped, they would add recipients, a subject or a text. */
const mailTo = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`;

function Sender({ feedback }: { feedback: Feedback }) {
  const { type, email, url, userAgent, createdAt } = feedback;
  return (
    <dl className="grid gap-x-4 gap-y-1 text-xs text-quiet xs:grid-cols-[max-content_1fr]">
      <dt className="font-medium">Received</dt>
      <dd>
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </dd>
      {email && (
        <>
          <dt className="font-medium">From</dt>
          <dd>
            <a href={mailTo(email)} className="hit underline underline-offset-2 hover:text-text">
              {email}
            </a>
          </dd>
        </>
      )}
      {url && (
        <>
          <dt className="font-medium">{type === "removal" ? "Link" : "Page"}</dt>
          <dd className="min-w-0 wrap-anywhere">{url}</dd>
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

/** Shows the last choice while changes are sent: each arrow key on a closed select is a choice of its own. */
function ChoiceSelect({ feedback, field }: { feedback: Feedback; field: "status" | "priority" }) {
  const update = useUpdateFeedback(feedback.id);
  const { label, options } = CHOICES[field];
  return (
    <Select
      label={`${label} of ${feedback.title}`}
      hideLabel
      className="min-w-0 flex-1"
      options={options}
      value={(update.isPending && update.variables[field]) || feedback[field]}
      onChange={({ target }) => update.mutate({ [field]: target.value } as FeedbackUpdate)}
    />
  );
}

/** Addresses are shown as text, not as links, because visitors typed them. `action` is an additional button. */
export function FeedbackItem({ feedback, action }: { feedback: Feedback; action: ReactNode }) {
  const { id, type, title, description, priority } = feedback;
  const remove = useDeleteFeedback(id);
  const [isAsking, setAsking] = useState(false);
  const isRequest = type === "removal";
  return (
    <article
      aria-label={title}
      className="grid gap-4 overflow-clip rounded-card border border-line bg-surface p-4 sm:p-5 lg:grid-cols-[1fr_auto]"
    >
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <Chip tone={TYPE_TONES[type] ?? "plain"}>{typeLabels[type]}</Chip>
          {isRequest && priority === "urgent" && <Chip tone="nsfw">{priorityLabels.urgent}</Chip>}
          <h2 dir="auto" className="min-w-0 font-semibold wrap-anywhere">
            {title}
          </h2>
        </div>
        <p dir="auto" className="max-h-96 overflow-auto text-sm wrap-anywhere whitespace-pre-wrap">
          {description}
        </p>
        <Sender feedback={feedback} />
        {action && <div>{action}</div>}
      </div>
      <div className="flex items-end gap-2 lg:w-80 lg:items-start">
        <ChoiceSelect feedback={feedback} field="status" />
        <ChoiceSelect feedback={feedback} field="priority" />
        <IconButton icon="trash" label={`Delete ${title}`} onClick={() => setAsking(true)} />
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Delete this feedback?"
          confirm="Delete"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        >
          <p>
            “<bdi>{title}</bdi>” is gone for good then.
          </p>
        </ConfirmDialog>
      )}
    </article>
  );
}
