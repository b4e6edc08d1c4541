import { failureSentence } from "#web/api/api-error.ts";
import { passFocusToNextRow } from "#web/lib/pass-focus-to-next-row.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { CountTiles } from "#web/ui/count-tiles.tsx";
import { TextField } from "#web/ui/field.tsx";
import { FilteredEmptyState } from "#web/ui/filtered-empty-state.tsx";
import { areRowsLoading, PagedList } from "#web/ui/paged-list.tsx";
import { RemovalItem } from "./removal-item.tsx";
import { KIND_FILTERS } from "./removal-labels.ts";
import { type RemovalFilter, useRemovalList } from "./removals.queries.ts";

const TYPING_PAUSE_MS = 250;

export const ALL_REMOVALS: RemovalFilter = { kind: null, q: "" };

interface RemovalListProps {
  filter: RemovalFilter;
  onFilter: (filter: RemovalFilter) => void;
}

/** Searches after a pause in typing, so that not every letter is a request. */
export function RemovalList({ filter, onFilter }: RemovalListProps) {
  const { kind } = filter;
  const q = useDebounced(filter.q.trim(), TYPING_PAUSE_MS);
  const list = useRemovalList({ kind, q });
  const items = list.data?.pages.flatMap((page) => page.removals) ?? [];
  const isEmpty = items.length === 0;
  const isLoading = areRowsLoading(list, isEmpty);
  const last = list.data?.pages.at(-1);
  const isFiltered = kind !== null || q !== "";

  return (
    <div className="flex flex-col gap-6">
      <CountTiles
        legend="Filter by kind"
        options={KIND_FILTERS}
        counts={last?.counts}
        chosen={kind}
        onChoose={(chosen) => onFilter({ ...filter, kind: chosen })}
        className="grid-cols-[auto_auto_auto] max-phone:gap-2 sm:grid-cols-3"
      />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="w-full max-w-sm">
          <TextField
            type="search"
            label="Search the list"
            value={filter.q}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onFilter({ ...filter, q: event.target.value })}
          />
        </div>
        <output className="py-3 text-sm text-quiet">
          {isLoading ? "Loading removals" : last && `${items.length} of ${last.total} shown`}
        </output>
      </div>
      <PagedList
        query={list}
        isEmpty={isEmpty}
        empty={
          <FilteredEmptyState
            icon="eyeOff"
            heading="h3"
            title="Nothing is removed"
            text="What you remove above stands here, and can be lifted again."
            filteredText="No entry has this kind and name."
            onShowAll={isFiltered ? () => onFilter(ALL_REMOVALS) : null}
          />
        }
        failedTitle="The removals could not be loaded"
        failure={failureSentence(list.error, "")}
        skeletonClass="h-36"
      >
        {items.map((removal) => (
          <li key={removal.id} ref={passFocusToNextRow}>
            <RemovalItem removal={removal} />
          </li>
        ))}
      </PagedList>
    </div>
  );
}
