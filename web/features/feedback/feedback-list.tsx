import { type ReactNode, useState } from "react";
import type { Feedback, FeedbackType } from "#schema/api/feedback.ts";
import { failureSentence } from "#web/api/api-error.ts";
import { passFocusToNextRow } from "#web/lib/pass-focus-to-next-row.ts";
import { optionsOf } from "#web/lib/options-of.ts";
import { CountTiles } from "#web/ui/count-tiles.tsx";
import { FilteredEmptyState } from "#web/ui/filtered-empty-state.tsx";
import { areRowsLoading, PagedList } from "#web/ui/paged-list.tsx";
import { Select } from "#web/ui/select.tsx";
import { FeedbackItem } from "./feedback-item.tsx";
import { statusLabels, typeLabels } from "./feedback-labels.ts";
import { type FeedbackFilter, useFeedbackList } from "./feedback.queries.ts";

const STATUSES = optionsOf(statusLabels);
const TYPES = [{ value: "", label: "All types" }, ...optionsOf(typeLabels)];

const ALL: FeedbackFilter = { status: null, type: null };

/** `actionFor` returns an additional button for an entry. */
export function FeedbackList({ actionFor }: { actionFor: (feedback: Feedback) => ReactNode }) {
  const [filter, setFilter] = useState(ALL);
  const list = useFeedbackList(filter);
  const items = list.data?.pages.flatMap((page) => page.feedback) ?? [];
  const isEmpty = items.length === 0;
  const isLoading = areRowsLoading(list, isEmpty);
  const last = list.data?.pages.at(-1);
  const isFiltered = filter.status !== null || filter.type !== null;

  return (
    <div className="flex flex-col gap-6">
      <CountTiles
        legend="Filter by status"
        options={STATUSES}
        counts={last?.counts}
        chosen={filter.status}
        onChoose={(status) => setFilter({ ...filter, status })}
        className="grid-cols-2 sm:grid-cols-4"
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
          {isLoading ? "Loading feedback" : last && `${items.length} of ${last.total} shown`}
        </output>
      </div>
      <PagedList
        query={list}
        isEmpty={isEmpty}
        empty={
          <FilteredEmptyState
            icon="comment"
            title="No feedback yet"
            text="What visitors write stands here."
            filteredText="No feedback has this status and type."
            onShowAll={isFiltered ? () => setFilter(ALL) : null}
          />
        }
        failedTitle="The feedback could not be loaded"
        failure={failureSentence(list.error, "")}
        skeletonClass="h-48"
      >
        {items.map((feedback) => (
          <li key={feedback.id} ref={passFocusToNextRow}>
            <FeedbackItem feedback={feedback} action={actionFor(feedback)} />
          </li>
        ))}
      </PagedList>
    </div>
  );
}
