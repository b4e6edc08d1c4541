import { useState } from "react";
import type { Removal } from "#schema/api/removals.ts";
import { withoutPostPrefix } from "#schema/reddit-id.ts";
import { REDDIT_ORIGIN } from "#schema/reddit-origin.ts";
import { formatDateTime } from "#web/lib/format-date-time.ts";
import { OUTER_LINK } from "#web/lib/outer-link.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { kindLabels, nameOfRemoval, reasonLabels } from "./removal-labels.ts";
import { useLiftRemoval } from "./removals.mutations.ts";

const AT_REDDIT = { user: "user/", post: "comments/", subreddit: "r/" } as const;

const linkClass = "hit inline-flex underline underline-offset-2 hover:text-text";

function Links({ removal }: { removal: Removal }) {
  const { kind, key } = removal;
  const path = AT_REDDIT[kind] + encodeURIComponent(kind === "post" ? withoutPostPrefix(key) : key);
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-quiet">
      {kind === "user" && (
        <Link to={paths.user(key)} className={linkClass}>
          What visitors see
        </Link>
      )}
      <a href={`${REDDIT_ORIGIN}/${path}`} {...OUTER_LINK} className={linkClass}>
        Open on Reddit
        <span className="sr-only"> (new tab)</span>
      </a>
    </p>
  );
}

function LiftDialog({ removal, onClose }: { removal: Removal; onClose: () => void }) {
  const lift = useLiftRemoval();
  const name = nameOfRemoval(removal);
  return (
    <ConfirmDialog
      title={`Lift the removal of ${name}?`}
      confirm="Lift"
      isBusy={lift.isPending}
      onConfirm={() => lift.mutate(removal, { onSettled: onClose })}
      onCancel={onClose}
    >
      <p>Visitors see it again within a minute. This entry and its note are deleted.</p>
    </ConfirmDialog>
  );
}

export function RemovalItem({ removal }: { removal: Removal }) {
  const { kind, reason, note, createdBy, createdAt } = removal;
  const [isAsking, setAsking] = useState(false);
  const name = nameOfRemoval(removal);
  return (
    <article
      aria-label={name}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 sm:flex-row sm:items-start sm:p-5"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <Chip>{kindLabels[kind]}</Chip>
          <Chip tone={reason === "illegal" ? "nsfw" : "plain"}>{reasonLabels[reason]}</Chip>
          <h3 className="min-w-0 font-semibold wrap-anywhere">{name}</h3>
        </div>
        {note && <p className="text-sm wrap-anywhere whitespace-pre-wrap">{note}</p>}
        <p className="text-xs wrap-anywhere text-quiet">
          Removed <time dateTime={createdAt}>{formatDateTime(createdAt)}</time> by {createdBy}
        </p>
        <Links removal={removal} />
      </div>
      <Button
        tone="secondary"
        className="self-start"
        aria-label={`Lift ${name}`}
        onClick={() => setAsking(true)}
      >
        Lift
      </Button>
      {isAsking && <LiftDialog removal={removal} onClose={() => setAsking(false)} />}
    </article>
  );
}
