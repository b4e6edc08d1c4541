import { useState } from "react";
import type { FeedbackListResponse, FeedbackStatus, FeedbackType } from "#schema/api/feedback.ts";
import { failureSentence } from "#web/api/api-error.ts";
import { cx } from "#web/lib/cx.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/state.tsx";
import { FeedbackItem } from "./feedback-item.tsx";
import { optionsOf, statusLabels, typeLabels } from "./feedback-labels.ts";
import { type FeedbackFilter, useFeedbackList } from "./feedback.queries.ts";

const TYPES = [{ value: "", label: "All types" }, ...optionsOf(typeLabels)];

const ALL: FeedbackFilter = { status: null, type: null };

/** How much there is of each status; a press shows only that one, a second press all again. */
function StatusTiles({
  counts,
  status,
  onChange,
}: {
  counts: FeedbackListResponse["counts"] | undefined;
  status: FeedbackStatus | null;
  onChange: (status: FeedbackStatus | null) => void;
}) {
  return (
    <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <legend className="sr-only">Filter by status</legend>
      {optionsOf(statusLabels).map(({ value, label }) => {
        const isChosen = status === value;
        return (
          <button
            key={value}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? null : (value as FeedbackStatus))}
            className={cx(
              "rounded-card border bg-surface px-4 py-3 text-left transition-colors hover:border-edge",
              isChosen ? "border-citrine" : "border-line",
            )}
          >
            <span className="block font-display text-xl font-extrabold tabular-nums">
              {counts?.[value as FeedbackStatus] ?? "–"}
            </span>
            <span className={cx("text-sm", isChosen ? "text-citrine" : "text-quiet")}>{label}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

export function FeedbackList() {
  const [filter, setFilter] = useState(ALL);
  const list = useFeedbackList(filter);
  const items = list.data?.pages.flatMap((page) => page.feedback) ?? [];
  const last = list.data?.pages.at(-1);
  const isFiltered = filter.status !== null || filter.type !== null;

  return (
    <div className="flex flex-col gap-6">
      <StatusTiles
        counts={last?.counts}
        status={filter.status}
        onChange={(status) => setFilter({ ...filter, status })}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Select
          label="Filter by type"
          hideLabel
          className="w-48"
          options={TYPES}
          value={filter.type ?? ""}
          onChange={(event) =>
            setFilter({ ...filter, type: (event.target.value || null) as FeedbackType | null })
          }
        />
        <output className="text-sm text-quiet">
          {last ? `${items.length} of ${last.total} shown` : "Loading feedback"}
        </output>
      </div>
      {list.isPending && (
        <div aria-busy="true" className="flex flex-col gap-3">
          {[0, 1, 2].map((at) => (
            <Skeleton key={at} className="h-48" />
          ))}
        </div>
      )}
      {list.isError && items.length === 0 && (
        <ErrorState
          title="The feedback could not be loaded"
          action={<Button onClick={() => list.refetch()}>Try Again</Button>}
        >
          <p>{failureSentence(list.error, "")}</p>
        </ErrorState>
      )}
      {list.isSuccess && items.length === 0 && (
        <EmptyState
          icon="comment"
          title={isFiltered ? "Nothing matches" : "No feedback yet"}
          action={
            isFiltered && (
              <Button tone="secondary" onClick={() => setFilter(ALL)}>
                Show all
              </Button>
            )
          }
        >
          <p>
            {isFiltered
              ? "No feedback has this status and type."
              : "What visitors write stands here."}
          </p>
        </EmptyState>
      )}
      <ul className={cx("flex flex-col gap-3", list.isPlaceholderData && "opacity-60")}>
        {items.map((feedback) => (
          <li key={feedback.id}>
            <FeedbackItem feedback={feedback} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          tone="secondary"
          className="self-center"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? "Loading..." : "Show more"}
        </Button>
      )}
    </div>
  );
}
