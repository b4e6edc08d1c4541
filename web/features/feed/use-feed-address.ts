import { startTransition, useOptimistic } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { type Narrowing, type Sort, sortIn } from "#schema/choices.ts";
import { paths } from "#web/paths.ts";
import { scrollToFeedStart } from "./feed-start.tsx";
import { filterFrom, type Filter } from "./filters.ts";

export interface View extends Narrowing {
  sort: Sort;
  media: Filter;
}

/** A value that filters nothing counts as none. */
const filledIn = (value: string | null, content: RegExp) =>
  content.test(value ?? "") ? value : null;

/**
 * Sort and filters are in the address. A change replaces the history entry, and shows before the router's transition to
 * the new address has rendered.
 */
export function useFeedAddress(username: string) {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [view, show] = useOptimistic<View>({
    sort: sortIn(params),
    media: filterFrom(params.get("media")),
    r: filledIn(params.get("r"), /\w/),
    q: filledIn(params.get("q"), /\S/),
    before: params.get("before"),
  });
  const { sort, media: filter, ...narrowing } = view;

  const change = (part: Partial<View>) => {
    scrollToFeedStart();
    startTransition(() => {
      const next = { ...view, ...part };
      show(next);
      const search = paths.user(username, next).split("?")[1] ?? "";
      // Another spelling of the path would mount the page anew.
      void navigate({ pathname, search }, { replace: true });
    });
  };
  return {
    sort,
    filter,
    ...narrowing,
    isNarrow: Object.values(narrowing).some(Boolean),
    change,
    setSort: (to: Sort) => change({ sort: to }),
    setFilter: (media: Filter) => change({ media }),
  };
}
